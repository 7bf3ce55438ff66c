/** The mail server beside the phones. */
import { defineInTwoLanguages } from '../../../shared/i18n/define'

export const mail = defineInTwoLanguages('simulator', {
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
})
