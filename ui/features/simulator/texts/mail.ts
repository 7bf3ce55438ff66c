/** The mail server beside the phones. */
import { defineTexts } from '../../../shared/i18n/define'

export const mail = defineTexts('simulator', {
  'pt-BR': {
    mail: {
      none: 'Nenhum e-mail chegou ainda.',
      hint: 'Todo e-mail enviado fica aqui, e nada sai desta máquina. Endereços que começam com naoexiste são recusados; com caixacheia, recusados por um tempo.',
      to: 'Para',
      empty: 'Esvaziar',
    },
  },
  en: {
    mail: {
      none: 'No email has arrived yet.',
      hint: 'Every email sent stays here, and nothing leaves this machine. Addresses that begin with naoexiste are refused; with caixacheia, refused for a while.',
      to: 'To',
      empty: 'Empty',
    },
  },
  es: {
    mail: {
      none: 'Todavía no llegó ningún correo.',
      hint: 'Todo correo enviado queda aquí, y nada sale de esta máquina. Las direcciones que empiezan con naoexiste se rechazan; con caixacheia, se rechazan por un tiempo.',
      to: 'Para',
      empty: 'Vaciar',
    },
  },
  tr: {
    mail: {
      none: 'Henüz e-posta gelmedi.',
      hint: 'Gönderilen her e-posta burada kalır, bu makineden hiçbir şey çıkmaz. naoexiste ile başlayan adresler reddedilir; caixacheia ile başlayanlar bir süre reddedilir.',
      to: 'Kime',
      empty: 'Boşalt',
    },
  },
})
