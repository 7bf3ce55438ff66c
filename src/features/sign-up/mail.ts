/** Mails of sign-up: the code, the notice to somebody who has an account already, and the one to the operator. */
import type { Services } from '../../platform/module'
import type { MailTemplate } from '../../settings/mail-templates/templates'
import { type Language, perLanguage } from '../../texts/languages'
import { mailOperators } from '../../users/operators'
import { mailTexts } from './mail-texts'

/** Without the name: a stranger chose it, and the owner of the address would read it as our words. */
export const signUpTemplate: MailTemplate = {
  kind: 'signUpCode',
  words: perLanguage((language) => {
    const { subject, body } = mailTexts[language].code
    return { subject, body: body.join('\n\n') }
  }),
  samples: perLanguage(() => ({ code: '12345678', minutes: '15' })),
}

export const knownMail = (language: Language) => mailTexts[language].known

export const mailFull = (services: Services, most: number): Promise<void> =>
  mailOperators(services, (language) => {
    const { subject, text } = mailTexts[language].full
    return { subject, text: text.replace('{most}', String(most)) }
  })
