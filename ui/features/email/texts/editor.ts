/** The editor of formatted text, and the signature: apart, because the profile shows the signature, too. */
import { defineTexts } from '../../../shared/i18n/define'

export const editorTexts = defineTexts('mailEditor', (language) => import(`./editor.${language}.json`), {
  toolbar: 'Formatação',
  bold: 'Negrito',
  italic: 'Itálico',
  underline: 'Sublinhado',
  strike: 'Tachado',
  heading: 'Título',
  subheading: 'Subtítulo',
  list: 'Lista',
  numbers: 'Lista numerada',
  quote: 'Citação',
  link: 'Link',
  clear: 'Limpar a formatação',
  insert: 'Inserir variável',
  address: 'Endereço do link',
  noAddress: 'Isso não é um endereço.',
  setLink: 'Aplicar',
  unlink: 'Tirar o link',
  variable: { userName: 'seu nome', userQueues: 'suas filas' },
  signature: {
    title: 'Assinatura de e-mail',
    text: 'Texto',
    hint: 'Vai abaixo dos seus e-mails. Em cada um dá para deixá-la de fora.',
    add: 'Criar assinatura',
    edit: 'Editar a assinatura',
    saved: 'Assinatura salva',
    removed: 'Assinatura removida',
  },
})
