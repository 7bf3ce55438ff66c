/** What the mail says when the company’s mail account has to be signed in again. */
import type { Language } from '../../texts/languages'

type Words = { readonly subject: string; readonly why: string; readonly what: string; readonly answer: string }

export const mailTexts: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    subject: 'A conta de e-mail {address} precisa de você',
    why: 'O provedor não aceita mais a entrada na conta {address}. Isso acontece quando a senha muda ou quando alguém retira a permissão.',
    what: 'Os e-mails da empresa esperam por um dia. Entre de novo em Configurações, Integrações, E-mail.',
    answer: 'Resposta do provedor: {answer}',
  },
  en: {
    subject: 'The mail account {address} needs you',
    why: 'The provider no longer accepts the sign-in of the account {address}. This happens when the password changes or when somebody withdraws the permission.',
    what: 'The company’s emails wait for a day. Sign in again in Settings, Integrations, Email.',
    answer: 'The provider’s response: {answer}',
  },
  es: {
    subject: 'La cuenta de correo {address} necesita su atención',
    why: 'El proveedor ya no acepta el acceso de la cuenta {address}. Ocurre cuando cambia la contraseña o cuando alguien retira el permiso.',
    what: 'Los correos de la empresa esperan un día. Entre de nuevo en Ajustes, Integraciones, Correo.',
    answer: 'Respuesta del proveedor: {answer}',
  },
  tr: {
    subject: '{address} e-posta hesabı sizi bekliyor',
    why: 'Sağlayıcı {address} hesabının girişini artık kabul etmiyor. Parola değiştiğinde ya da biri izni geri aldığında olur.',
    what: 'Şirketin e-postaları bir gün bekler. Ayarlar, Entegrasyonlar, E-posta bölümünde yeniden girin.',
    answer: 'Sağlayıcının yanıtı: {answer}',
  },
}
