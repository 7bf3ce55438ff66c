/** Nouns and row actions that many pages share. They come with the shell: the sign-in page has its own. */
import { defineTexts } from '../i18n/define'

export const words = defineTexts('common', (language) => import(`./words.${language}.json`), {
  field: {
    email: 'E-mail',
    message: 'Mensagem',
    name: 'Nome',
    status: 'Situação',
    contact: 'Contato',
    queues: 'Filas',
    connection: 'Conexão',
    category: 'Categoria',
    number: 'Número',
    when: 'Quando',
    tag: 'Etiqueta',
    people: 'Pessoas',
    file: 'Arquivo',
    type: 'Tipo',
  },
  act: { delete: 'Excluir', copy: 'Copiar', edit: 'Editar', add: 'Adicionar' },
  searchNameOrNumber: 'Buscar nome ou número',
  row: { edit: 'Editar {name}', delete: 'Excluir {name}' },
  yes: 'Sim',
  no: 'Não',
})
