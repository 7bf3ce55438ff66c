/** Notifies the admins, once, that the company's mail account has to be signed in again. */
import type { Cx } from '../../platform/cx'
import type { Services } from '../../platform/module'
import { execute, getRow } from '../../platform/sql'
import { type Language, languageOf } from '../../texts/languages'
import { mailAdmins } from '../../users/admins'

export const NOTICE_DUE = 'SELECT 0 FROM mail_accounts WHERE notice_due = 1'

type Due = { readonly id: number; readonly address: string; readonly refusal: string | null }

/** Marked before sending: one mail lost is better than one every five minutes. */
export async function notifyOfSignOut(cx: Cx, deps: Pick<Services, 'mailer' | 'log' | 'publicUrl'>): Promise<void> {
  const due = cx.transaction((cx) => {
    const found = getRow<Due>(cx.db, 'SELECT id, address, refusal FROM mail_accounts WHERE notice_due = 1')
    if (found) mark(cx, found.id, 0)
    return found
  })
  if (due && !(await mailAdmins(cx, deps, signedOutMail(languageOf(cx.tenant.language), due, deps.publicUrl))))
    mark(cx, due.id, 1)
}

const mark = ({ db }: Cx, id: number, isDue: 0 | 1) =>
  execute(db, 'UPDATE mail_accounts SET notice_due = ? WHERE id = ?', [isDue, id])

type Words = { readonly subject: string; readonly why: string; readonly what: string; readonly answer: string }

const texts: Readonly<Record<Language, Words>> = {
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

function signedOutMail(language: Language, { address, refusal }: Due, publicUrl: string | null) {
  const { subject, why, what, answer } = texts[language]
  const lines = [
    why,
    what,
    ...(publicUrl ? [`${publicUrl}/settings?tab=integrations`] : []),
    ...(refusal ? [answer] : []),
  ]
  const filled = (line: string) => line.replaceAll('{address}', address).replaceAll('{answer}', refusal ?? '')
  return { subject: filled(subject), text: lines.map(filled).join('\n\n') }
}
