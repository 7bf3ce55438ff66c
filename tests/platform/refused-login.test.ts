/** What mail servers answer to a login that they refuse. */
import { expect, test } from 'bun:test'
import { type RefusedLogin, refusedLoginOf } from '../../src/platform/refused-login'

const MICROSOFT = '535 5.7.139 Authentication unsuccessful,'
const GOOGLE_HELP = 'For more information, go to https://support.google.com/mail/?p='

test.each<[string, RefusedLogin | undefined]>([
  [
    `${MICROSOFT} SmtpClientAuthentication is disabled for the Tenant. Visit https://aka.ms/smtp_auth_disabled`,
    'smtpOff',
  ],
  [`${MICROSOFT} SmtpClientAuthentication is disabled for the Mailbox.`, 'smtpOff'],
  [`${MICROSOFT} basic authentication is disabled. [GV3P280CA0096.SWEP280.PROD.OUTLOOK.COM]`, 'passwordOff'],
  ['550 5.7.30 Basic authentication is not supported for Client Submission.', 'passwordOff'],
  [`${MICROSOFT} user is locked by your organization's security defaults policy.`, 'policy'],
  [`${MICROSOFT} the request did not meet the criteria to be authenticated successfully.`, 'policy'],
  [`${MICROSOFT} the user credentials were incorrect.`, 'credentials'],
  ['535 5.7.3 Authentication unsuccessful', 'credentials'],
  ['535 5.7.3 Authentication unsuccessful [SPXP191CA0001.EURP191.PROD.OUTLOOK.COM 2026-11-29T12:00:00Z]', 'microsoft'],
  [`534-5.7.9 Application-specific password required. ${GOOGLE_HELP}InvalidSecondFactor x1 - gsmtp`, 'appPassword'],
  [`535-5.7.8 Username and Password not accepted. ${GOOGLE_HELP}BadCredentials x1 - gsmtp`, 'google'],
  ['534-5.7.14 <https://accounts.google.com/signin/continue?x=1> Please log in via your web browser', 'browser'],
  ['454 4.7.0 Too many login attempts, please try again later. x1 - gsmtp', 'tooMany'],
  ['535 5.7.0 (#AUTH005) Too many bad auth attempts.', 'tooMany'],
  ['535 Incorrect authentication data', 'credentials'],
  ['535 5.7.8 Error: authentication failed: UGFzc3dvcmQ6', 'credentials'],
  ['535 5.7.8 Error: authentication failed: authentication failure', 'credentials'],
  ['534 5.7.9 Authentication mechanism is too weak', 'credentials'],
  ['454 4.7.0 Temporary authentication failure: Connection lost to authentication server', undefined],
  ['421 4.3.0 Try again later', undefined],
  ['', undefined],
])('%s', (answer, means) => expect(refusedLoginOf(answer)).toBe(means as RefusedLogin))
