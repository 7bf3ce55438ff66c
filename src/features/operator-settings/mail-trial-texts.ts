/** What the mail says that tests the installation’s mail settings. */
import type { Language } from '../../texts/languages'

export const mailTexts: Record<Language, { readonly subject: string; readonly text: string }> = {
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
