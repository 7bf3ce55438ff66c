/** The mail server beside the phones. */
import { defineInTwoLanguages } from '../../../shared/i18n/define'

export const mail = defineInTwoLanguages('simulator', (language) => import(`./mail.${language}.json`), {
  mail: {
    none: 'Nenhum e-mail chegou ainda.',
    hint: 'Todo e-mail enviado fica aqui, e nada sai desta máquina. Endereços que começam com naoexiste são recusados; com caixacheia, recusados por um tempo.',
    to: 'Para',
    empty: 'Esvaziar',
  },
})
