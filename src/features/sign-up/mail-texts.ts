/** What the mails of sign-up say; the operator may have worded the first anew. */
import type { Language } from '../../texts/languages'

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
  en: {
    code: {
      subject: 'Your sign-up code',
      body: [
        'Hello,',
        'Confirm your email to create the company. The code is:',
        '{{code}}',
        'It is valid for {{minutes}} minutes and works once.',
        'It was not you? Ignore this email: nothing is created.',
      ],
    },
    known: {
      subject: 'You already have a Balcão account',
      text: 'Somebody, hopefully you, wanted to sign up a company with this email, which already has an account. Sign in with your password, or request another one under “Forgot your password?”.\n\nIt was not you? Ignore this email: nothing has changed.',
    },
    full: {
      subject: 'Many sign-ups in one hour',
      text: '{most} companies signed up within an hour, which is the limit: the next ones have to wait. Look at the new companies and, if all is well, raise the limit in the operator settings.',
    },
  },
  es: {
    code: {
      subject: 'Su código para el registro',
      body: [
        'Hola:',
        'Falta confirmar su correo para crear la empresa. El código es:',
        '{{code}}',
        'Vale {{minutes}} minutos y sirve una sola vez.',
        '¿No fue usted? Ignore este correo: no se crea nada.',
      ],
    },
    known: {
      subject: 'Ya tiene una cuenta en Balcão',
      text: 'Alguien, esperamos que usted, quiso registrar una empresa con este correo, que ya tiene cuenta. Entre con su contraseña o pida otra en “¿Olvidó la contraseña?”.\n\n¿No fue usted? Ignore este correo: nada ha cambiado.',
    },
    full: {
      subject: 'Muchos registros en una hora',
      text: '{most} empresas se registraron en una hora, y ese es el límite: las siguientes tienen que esperar. Revise las empresas nuevas y, si todo está bien, aumente el límite en la configuración del operador.',
    },
  },
  tr: {
    code: {
      subject: 'Kayıt kodunuz',
      body: [
        'Merhaba,',
        'Şirketi oluşturmak için e-postanızı onaylayın. Kod:',
        '{{code}}',
        '{{minutes}} dakika geçerlidir ve bir kez kullanılabilir.',
        'Siz değil misiniz? Bu e-postayı dikkate almayın: hiçbir şey oluşturulmaz.',
      ],
    },
    known: {
      subject: 'Zaten bir Balcão hesabınız var',
      text: 'Birisi, umarız siz, hesabı olan bu e-postayla bir şirket kaydetmek istedi. Parolanızla giriş yapın veya “Parolanızı mı unuttunuz?” ile yenisini isteyin.\n\nSiz değil misiniz? Bu e-postayı dikkate almayın: hiçbir şey değişmedi.',
    },
    full: {
      subject: 'Bir saatte çok sayıda kayıt',
      text: 'Bir saat içinde {most} şirket kaydoldu ve sınır bu: sonrakiler beklemek zorunda. Yeni şirketlere bakın; sorun yoksa operatör ayarlarında sınırı yükseltin.',
    },
  },
}
