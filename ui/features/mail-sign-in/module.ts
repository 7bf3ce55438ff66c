import { MAIL_SIGN_IN_PAGE } from '../../../src/settings/mail-sign-in/contract'
import { mailTexts } from '../../shared/mail/texts'
import { defineModule } from '../../shared/module'

/** Where Google and Microsoft send people back to. */
export const mailSignIn = defineModule({
  name: 'mailSignIn',
  path: MAIL_SIGN_IN_PAGE,
  texts: [mailTexts],
  page: () => import('./MailSignInPage').then((file) => file.MailSignInPage),
})
