/** Sends a mail to the requesting user, to test the installation's mail settings. */
import { MailFailure } from '../../platform/mail'
import type { SettingTrial } from '../../settings/operator/trial'
import type { Language } from '../../texts/languages'
import { languageOf } from '../../texts/texts'
import { findUser } from '../../users/people'

const words: Record<Language, { readonly subject: string; readonly text: string }> = {
  'pt-BR': {
    subject: 'Teste de e-mail do Balcão',
    text: 'Este e-mail mostra que o Balcão consegue enviar códigos de senha e faturas.',
  },
  en: {
    subject: 'Balcão test email',
    text: 'This email shows that Balcão can send password codes and invoices.',
  },
  es: {
    subject: 'Prueba de correo de Balcão',
    text: 'Este correo muestra que Balcão puede enviar códigos de contraseña y facturas.',
  },
  tr: {
    subject: 'Balcão deneme e-postası',
    text: 'Bu e-posta, Balcão’nun parola kodlarını ve faturaları gönderebildiğini gösterir.',
  },
}

export const mailTrial: SettingTrial = {
  name: 'mail',
  async run({ mailer }, { db, tenant }, { userId }, left) {
    const to = findUser(db, userId)?.email ?? ''
    try {
      await mailer.send({ to, ...words[languageOf(tenant.language)] }, left)
      return { ok: true, fault: null, answer: to }
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error
      return { ok: false, fault: error.code, answer: error.answer }
    }
  },
}
