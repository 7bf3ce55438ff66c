import { defineTexts } from '../../../shared/i18n/define'

export const numberTexts = defineTexts('ownNumber', (language) => import(`./number.${language}.json`), {
  title: 'Meu WhatsApp próprio',
  hint: 'Para conversas que ninguém vê, se a fila estiver configurada assim. Uma mensagem curta sem o texto do cliente, no máximo 6 por dia e nenhuma entre 20h e 8h.',
  label: 'Número',
  save: 'Salvar',
  remove: 'Remover',
  saved: 'Salvo.',
})
