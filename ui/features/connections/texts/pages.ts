/** Connecting pages and Instagram accounts. */
import { defineTexts } from '../../../shared/i18n/define'

export const pages = defineTexts('connections', (language) => import(`./pages.${language}.json`), {
  pages: {
    title: 'Messenger e Instagram',
    steps: 'Como conectar',
    step: {
      signIn: 'Entrar na Meta',
      choose: 'Escolher as páginas',
      queues: 'Filas',
    },
    as: 'como {name}',
    what: 'Entre na Meta com a conta que cuida das páginas. O Balcão lê e responde as mensagens das páginas que você escolher, e das contas do Instagram ligadas a elas. Nada muda na Meta: a Caixa de Entrada de lá continua.',
    signIn: 'Entrar na Meta',
    otherAccount: 'Entrar com outra conta',
    connect: {
      one: 'Conectar {count}',
      other: 'Conectar {count}',
    },
    done: {
      one: '{count} conexão nova. Escolha as filas dela em Editar.',
      other: '{count} conexões novas. Escolha as filas delas em Editar.',
    },
    renew: 'Renovar o acesso',
    refused: 'Não conectadas: {names}',
    renewed: 'Acesso renovado.',
    none: 'Esta conta não cuida de nenhuma página.',
    page: 'Página',
    connected: 'já conectada',
    noFacebook: 'O plano não inclui o Messenger',
    notInPlan: 'fora do plano',
    noInstagram: 'sem Instagram profissional ligado',
    refusal: {
      tasks:
        'Você edita esta página, mas não pode ler as mensagens dela. Um administrador da página libera isso na Meta.',
      permission: 'A permissão para mensagens não foi dada. Entre de novo e marque-a.',
      plan: 'O plano não inclui este canal',
      limit: 'O plano não permite mais conexões',
      meta: 'A Meta recusou ou não respondeu',
      missing: 'Esta conta não cuida dela',
      otherCompany: 'ligada a outra empresa nesta instalação',
    },
    note: {
      one: 'Cada página é uma conexão, e o Instagram dela é outra: *{count} conexão nova*.',
      other: 'Cada página é uma conexão, e o Instagram dela é outra: *{count} conexões novas*.',
    },
    noteOf: {
      one: 'Cada página é uma conexão, e o Instagram dela é outra: *{count} conexão nova*, das {room} que o plano ainda permite.',
      other:
        'Cada página é uma conexão, e o Instagram dela é outra: *{count} conexões novas*, das {room} que o plano ainda permite.',
    },
    staysThere: 'Nada muda na Meta: a Caixa de Entrada de lá continua.',
    finishing: 'Terminando de entrar na Meta…',
    failed: 'Não foi possível entrar na Meta',
    expired: 'O retorno da Meta não vale mais. Comece de novo em Conexões.',
    back: 'Voltar às conexões',
  },
})
