import { visibleText } from "./visible-text.js";

/**
 * Text for an element or a quoted attribute of HTML and XML. Every character that XML 1.0 forbids is made visible, and
 * neither a tag nor `]]>` can occur.
 */
export function escapeMarkup(text: string): string {
  return visibleText(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
