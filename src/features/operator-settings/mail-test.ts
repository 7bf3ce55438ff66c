/** Sends a mail to the requesting user, to test the installation's mail settings. */
import { MailFailure } from '../../platform/mail'
import type { SettingTest } from '../../settings/operator/setting-test'
import { languageOf } from '../../texts/texts'
import { findUser } from '../../users/people'
import { mailTexts } from './mail-test-texts'

export const mailTest: SettingTest = {
  name: 'mail',
  async run({ mailer }, { db, tenant }, { userId }, left) {
    const to = findUser(db, userId)?.email ?? ''
    try {
      await mailer.send({ to, ...mailTexts[languageOf(tenant.language)] }, left)
      return { ok: true, fault: null, answer: to }
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error
      return { ok: false, fault: error.code, answer: error.answer }
    }
  },
}
