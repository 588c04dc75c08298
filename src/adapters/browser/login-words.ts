/**
 * Source text that declares the words by which pages ask to log in, in English, German, French and Spanish:
 *
 * - `plain(text)`: one line without accents and curly apostrophes, as all of these want it.
 * - `WORDS`: patterns of what is said in headings (`title`), on buttons (`call`, `goOn`), on links out (`logOut`), about a
 *   field (`account`, `secret`, `code`), and in sentences (`expired`, `asked`, `must`, `sent`, `loggedOut`), and in
 *   lines (`refused`; `lapsed` and `denied` where a page says nothing else).
 */
export const LOGIN_WORDS = String.raw`
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[’‘]/g, "'").replace(/\s+/g, " ").trim();
  const WORDS = (() => {
    const logIn = "(?:(?:log|sign)[ -]?(?:back )?(?:in|on)|anmeld(?:en|ung)|einloggen|(?:re)?connexion|(?:se |vous )(?:re)?connecter|connectez-vous|s'identifier|identifiez-vous|inici(?:ar?|e|o de) sesion|acceder|ingresar)";
    const please = "(?:please,? |bitte |jetzt |veuillez |por favor,? )?";
    const link = "(?:magic|log-?in|sign-?in|one-time|anmelde) ?-?(?:link|code|pass(?:word|code))";
    const one = (...parts) => new RegExp(parts.join("|"), "i");
    return {
      says: one("\\b" + logIn + "\\b"),
      title: one(
        "^" + please + "(?:(?:sign up|register|create an account) (?:or|and) )?" + logIn + "(?: (?:page|form|required|erforderlich|requise|requerido)| (?:to|into|with|using|or|below|here|bei|mit|oder|a|au|avec|sur|ou|en|con|o)\\b.*)?[.!:]?$",
        "^(?:welcome back|willkommen zuruck|bon retour|bienvenid[oa] de nuevo)[.!]?$",
        "\\b" + link + "\\b",
      ),
      call: one("^" + please + logIn + "\\b", "^entrar\\b", "^(?:continue|weiter|continuer|continuar) (?:with|using|mit|avec|con) ", "\\b" + link + "\\b"),
      provider: /^(?:(?:log|sign) ?(?:in|on)|continue|anmelden|weiter|(?:se )?connecter|continuer|iniciar sesion|continuar|use) (?:with|using|via|mit|avec|con|a|your) .*\b(?:google|github|gitlab|microsoft|apple|facebook|okta|auth0|azure|keycloak|sso|saml|single sign-on|passkey|security key)\b/i,
      goOn: /^(?:(?:continue|next|go|submit|enter|send|get|e-?mail me|weiter|fortfahren|senden|absenden|continuer|suivant|valider|envoyer|continuar|siguiente|enviar)\b|[→›»]$)/i,
      next: /^(?:next|continue|weiter|suivant|continuer|siguiente|continuar)$/i,
      confirm: /^(?:verify|confirm|continue|submit|next|unlock|send|log in|sign in|bestatigen|prufen|weiter|verifier|confirmer|valider|continuer|verificar|confirmar|continuar)\b/i,
      logOut: /^(?:(?:log|sign)[ -]?(?:out|off)|abmelden|ausloggen|logout|deconnexion|se deconnecter|cerrar sesion|salir)\b/i,
      account: /(?:^|[^a-z])(?:e-?mail|courriel|correo|user(?:[ _-]?(?:name|id))?|login|account|identifier|benutzer(?:name)?|nutzername|identifiant|utilisateur|usuario)(?:$|[^a-z])/i,
      secret: /(?:^|[^a-z])(?:pass(?:word|code|wort)|kennwort|mot de passe|contrasena)(?:$|[^a-z])/i,
      code: /\b(?:(?:enter|type in) (?:the|your|a) (?:\d.digit |verification |security |one-time |log-?in )?(?:code|pin|passcode)|enter pin|verification code|two-factor authentication|2-step verification|check your (?:e-?mail|inbox|phone))\b/i,
      expired: /\b(?:(?:session|log-?in|sign-?in)(?: (?:has|have|is|was|been|already))* (?:expired|timed out|ended)|sitzung(?: ist)? (?:abgelaufen|beendet)|session (?:a |est )?expiree?|sesion (?:ha )?(?:expirado|caducado|expiro|caduco))\b/i,
      asked: /\b(?:(?:please|you(?:'ll| will)?(?: (?:must|need to|have to|are required to)))(?: first| now)? (?:be )?(?:log|sign)(?:ged|ed)?[ -]?(?:back )?(?:in|on)|bitte (?:melden sie sich|melde dich|loggen sie sich|logge dich)|(?:veuillez|merci de) vous (?:re)?connecter|(?:por favor,? |debes? )(?:vuelv[ae] a )?inici(?:ar?|e) sesion)\b/i,
      must: /\b(?:you (?:must|need to|have to) be (?:logged|signed)[ -]?in|sie mussen (?:angemeldet|eingeloggt) sein|vous devez (?:etre connecte|vous connecter)|debes? iniciar sesion|(?:log|sign) in to continue|(?:melde dich|melden sie sich|logge dich|loggen sie sich)(?: erneut)? (?:an|ein),? um fortzufahren|connectez-vous pour continuer|inicia sesion para continuar)\b/i,
      sent: /\bwe(?:'ve| have)?(?: just)? (?:e-?mailed|sent) (?:you )?(?:an? |the )?(?:e-?mail with )?(?:an? |the )?(?:link to (?:log|sign)[ -]?in|(?:magic|log-?in|sign-?in) link)\b/i,
      loggedOut: /(?<!\b(?:if|when|until|unless|after|once) )\b(?:you(?:'ve|'re| have| were| are)(?: been)?(?: (?:automatically|now))* (?:logged|signed)[ -]?(?:out|off)|sie wurden (?:automatisch )?abgemeldet|vous avez ete deconnecte|se ha cerrado (?:la|su|tu) sesion|you(?:'re| are) not(?: currently| yet)? (?:logged|signed)[ -]?in|sie sind nicht (?:angemeldet|eingeloggt)|du bist nicht (?:angemeldet|eingeloggt)|vous n'etes pas connectee?|no has iniciado sesion)\b(?! (?:of|from|on) (?:all )?(?:your |the )?other)/i,
      refused: /^(?:error:? |http )?(?:\(?401\)?(?: ?[-:–—|])?(?: (?:unauthori[sz]ed|error))?|unauthori[sz]ed(?: access)?|unauthenticated|not (?:authenticated|logged in)|(?:authentication|log-?in|sign-?in) (?:is )?required|nicht (?:autorisiert|angemeldet)|anmeldung erforderlich|non autorise|(?:authentification|connexion) requise|no autorizado|autenticacion requerida)(?: (?:to|for|um|pour|para) .*)?[.!]?$/i,
      lapsed: /^(?:sorry,? |oops!? )?(?:your|ihre|deine|die|votre|la|su|tu) (?:session|sitzung|sesion) (?:(?:has |is |was )?(?:expired|timed out|ended)|(?:ist )?abgelaufen|(?:a |est )expiree?|ha (?:caducado|expirado))(?: due to inactivity)?[.!]?$/i,
      denied: /^(?:error:? |http )?(?:40[13](?: ?[-:–—|])? )?(?:access (?:is )?denied|unauthori[sz]ed|forbidden|zugriff verweigert|acces (?:refuse|interdit)|acceso (?:denegado|prohibido))[.!]?$/i,
      unlessOwn: /\b(?:if (?:this|that|it|you (?:did|do)(?:n't| not))|falls|wenn sie das nicht|si ce n'|si no)\b/i,
    };
  })();`;
