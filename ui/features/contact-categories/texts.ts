import { defineTexts } from '../../shared/i18n/define'

export const texts = defineTexts('contactCategories', (language) => import(`./texts.${language}.json`), {
  title: 'Parâmetros',
  count: { one: '{count} categoria de contatos', other: '{count} categorias de contatos' },
  search: 'Buscar categoria',
  new: 'Nova categoria',
  create: 'Criar categoria',
  saved: 'Operação realizada com sucesso!',
  column: { name: 'Descrição', active: 'Ativa' },
  active: 'Ativa',
  activeHint: 'Só as ativas são oferecidas; quem já tem uma inativa fica com ela.',
  empty: {
    title: 'Nenhuma categoria ainda',
    text: 'Categorias separam os contatos: cliente, fornecedor, parceiro.',
  },
  delete: {
    title: 'Excluir a categoria {name}?',
    confirm: 'Excluir categoria',
    done: 'Operação realizada com sucesso!',
    contacts: { one: '{count} contato fica sem categoria.', other: '{count} contatos ficam sem categoria.' },
    noContacts: 'Nenhum contato tem esta categoria.',
  },
})
