import { defineTexts } from '../../../shared/i18n/define'

/** Bringing contacts and taking them away; merging two that are one person. */
export const transferTexts = defineTexts('contacts', (language) => import(`./transfer.${language}.json`), {
  transfer: {
    menu: 'Importar / Exportar',
    sheet: 'Importar planilha ou contatos (.vcf)',
    book: 'Importar agenda do telefone',
    chats: 'Importar conversas do telefone',
    export: 'Exportar para Excel',
    help: 'Uma linha para cada contato. As colunas são reconhecidas pelo título e pelo conteúdo, e exportações do Google, do Outlook e do iPhone entram como estão; o que não tem campo próprio pode virar informação extra.',
    numbers:
      'Números do Brasil podem vir com ou sem 55, com ou sem o nono dígito; os de outros países, com + e o código do país.',
    update: 'Atualizar contatos que já existem',
    bookText:
      'Os nomes da agenda do telefone da conexão padrão viram contatos. Quem já é contato recebe o nome da agenda, se ninguém da equipe deu outro.',
    chatsText:
      'Todas as pessoas com quem o telefone tem conversa viram contatos. Nenhum atendimento é aberto, e quem já é contato fica como está.',
    begin: 'Importar',
    titles: {
      contacts: 'Importação de {name}',
      phoneBook: 'Importação da agenda',
      phoneChats: 'Importação das conversas',
    },
  },
  merge: {
    recent: 'Mesclagens recentes',
    recentText: 'Por 30 dias cada mesclagem pode ser desfeita: os dois voltam a ter as suas próprias conversas.',
    recentNone: 'Nenhuma mesclagem nos últimos 30 dias.',
    into: '{name} → {into}',
    undoIn: 'Desfazer mesclagem em {name}',
    action: 'Mesclar',
    with: 'Mesclar {name} com outro contato',
    title: 'Mesclar contatos',
    original: 'Fica',
    selected: 'Será incorporado',
    swap: 'Trocar: manter o outro',
    choose: 'Com quem {name} deve ser mesclado?',
    field: { extraInfo: 'Informação extra' },
    compare: 'Comparar',
    extra: { original: 'De quem fica', selected: 'Do outro', merge: 'Juntar as duas' },
    empty: 'nada',
    preview: 'Como vai ficar',
    text: 'As conversas dos dois ficam juntas. Se os dois têm um atendimento na mesma conexão, um é resolvido e suas mensagens passam para o outro. Por 30 dias é possível desfazer.',
    confirm: 'Mesclar',
    done: 'Contatos mesclados com sucesso!',
    undone: '{name} voltou a ser um contato separado.',
  },
  duplicates: {
    notice: { one: '{count} contato pode estar repetido.', other: '{count} contatos podem estar repetidos.' },
    many: 'Mais de {count} contatos podem estar repetidos.',
    look: 'Ver',
    title: 'Contatos que podem estar repetidos',
    reason: { name: 'Mesmo nome', number: 'Mesmo número, com e sem o nono dígito' },
    apart: 'Não são a mesma pessoa',
    more: 'Mostrar mais',
    none: 'Nenhum contato repetido.',
  },
})
