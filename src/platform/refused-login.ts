/** What a mail server's answer to a refused login means. Pure. */

/**
 * `smtpOff`: Microsoft 365 has SMTP sign-in off for the mailbox or the organisation. `passwordOff`: Microsoft takes no
 * passwords there. `policy`: Microsoft's security defaults or a rule of the organisation. `appPassword`: Google wants an
 * application-specific password. `google`: Google refused the password. `browser`: Google wants a sign-in in a browser.
 * `microsoft`: Microsoft says no more than that it refused. `tooMany`: too many tries. `credentials`: any other server,
 * such as a web host's.
 */
export type RefusedLogin =
  | 'smtpOff'
  | 'passwordOff'
  | 'policy'
  | 'appPassword'
  | 'google'
  | 'browser'
  | 'microsoft'
  | 'tooMany'
  | 'credentials'

/** The first one that fits. Microsoft answers 5.7.139 for several causes, and Postfix 5.7.8 as Google does. */
const known: readonly (readonly [RegExp, RefusedLogin])[] = [
  [/smtpclientauthentication is disabled|aka\.ms\/smtp_auth_disabled/i, 'smtpOff'],
  [/basic authentication is (disabled|not supported)|\b5\.7\.30\b/i, 'passwordOff'],
  [/security defaults|conditional access|did not meet the criteria|\b5\.7\.139\b.*\blocked\b/i, 'policy'],
  [/application-specific password|app password required|\b5\.7\.9\b.*\bgsmtp\b/i, 'appPassword'],
  [/web browser|webloginrequired|\b5\.7\.14\b/i, 'browser'],
  [/too many (bad |failed )?(auth|login)/i, 'tooMany'],
  [/username and password not accepted|badcredentials|\b5\.7\.8\b.*\bgsmtp\b/i, 'google'],
  [/^535 5\.7\.3\b.*\b(outlook|prod|exchangelabs)\b/i, 'microsoft'],
  [/^53[45]\b/, 'credentials'],
]

/** Undefined if the answer does not say. */
export const refusedLoginOf = (answer: string): RefusedLogin | undefined =>
  known.find(([sign]) => sign.test(answer))?.[1]
