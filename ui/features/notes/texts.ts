import { defineTexts } from '../../shared/i18n/define'

export const texts = defineTexts('notes', (language) => import(`./texts.${language}.json`), {
  title: 'Observações',
  keys: 'Enter ou Ctrl+Enter salva, Shift+Enter pula linha',
  label: 'Nova observação',
  short: 'Escreva ao menos 2 caracteres.',
  none: 'O que a equipe deve saber sobre este contato.',
  added: 'Observação adicionada com sucesso!',
  deleted: 'Observação excluída com sucesso!',
  remove: 'Excluir observação de {name}',
  removeTitle: 'Excluir a observação?',
  removeText: 'Deseja realmente excluir este registro?',
  mark: 'Há observações sobre este contato',
})
