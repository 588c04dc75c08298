import { DagradeError } from "../errors.js";

/**
 * The module that an optional peer dependency gives, loaded when it is first needed. Rejects with `DRIVER_MISSING` and the
 * install command.
 */
export async function loadDriver<Module>(what: string, packageName: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new DagradeError("DRIVER_MISSING", `${what} can not be loaded`, { hint: `install it with npm i ${packageName}`, cause });
  }
}
