/** What the mails of sign-up say; the operator may have worded the first anew. */
import type { Language } from '../../texts/languages'
import en from './mail-texts.en.json'
import es from './mail-texts.es.json'
import tr from './mail-texts.tr.json'

type Mail = { readonly subject: string; readonly text: string }
type MailTexts = {
  /** Its body in paragraphs. */
  readonly code: { readonly subject: string; readonly body: readonly string[] }
  readonly known: Mail
  readonly full: Mail
}

export const mailTexts: Readonly<Record<Language, MailTexts>> = {
  'pt-BR': {
    code: {
      subject: 'Seu código para o cadastro',
      body: [
        'Olá!',
        'Falta confirmar o seu e-mail para criar a empresa. O código é:',
        '{{code}}',
        'Ele vale {{minutes}} minutos e serve uma vez.',
        'Não foi você? Ignore este e-mail: nada é criado.',
      ],
    },
    known: {
      subject: 'Você já tem conta no Balcão',
      text: 'Alguém, esperamos que você, quis cadastrar uma empresa com este e-mail, que já tem conta. Entre com a sua senha ou peça outra em “Esqueceu a senha?”.\n\nNão foi você? Ignore este e-mail: nada mudou.',
    },
    full: {
      subject: 'Muitos cadastros em uma hora',
      text: '{most} empresas se cadastraram em uma hora, e este é o limite: quem vem agora precisa esperar. Veja as empresas novas e, se estiver tudo certo, aumente o limite em Configurações do operador.',
    },
  },
  en,
  es,
  tr,
}
