import { defineTexts } from '../../../shared/i18n/define'

/** The page of the company. */
export const companyTexts = defineTexts('pushCompany', (language) => import(`./company.${language}.json`), {
  of: 'da {company}',
  save: 'Salvar',
  saved: 'Salvo.',
  steps: {
    title: 'Quando ninguém vê',
    own: 'Filas com etapas próprias',
    change: 'Mudar em Filas',
    off: 'não avisa',
    queue: 'fila {count} min',
    supervisor: 'supervisor {count} min',
    whatsapp: 'WhatsApp {count} min',
    in: '{name} em {queue}',
    more: {
      one: 'mais {count}',
      other: 'mais {count}',
    },
  },
  lock: {
    title: 'O que aparece na tela bloqueada',
    usual: 'Filas comuns',
    noQueue: 'e conversas sem fila',
    add: 'Escolher para uma fila',
    asUsual: 'como as comuns',
    restricted: 'restrita: o texto nunca aparece',
    text: 'nome e texto',
    name: 'só o nome',
    queue: 'só a fila',
  },
  team: {
    title: 'Aparelhos desta equipe',
    none: 'Nenhum aparelho ainda. Cada pessoa liga as notificações nos seus, em Notificações, no menu do próprio nome.',
    test: 'Enviar uma de teste para mim',
    noOwn: 'Nenhum aparelho seu recebe notificações. Ligue em Notificações, no menu do seu nome.',
    tested: {
      one: 'A notificação de teste saiu para {count} aparelho.',
      other: 'A notificação de teste saiu para {count} aparelhos.',
    },
    how: 'Como pedir',
    howTo: 'Como pedir a {name}',
    state: {
      ok: 'Recebe',
      bad: 'Não recebe',
      warn: 'Não pode receber',
    },
    device: {
      app: '{browser}, instalado em {when}',
      tab: '{browser}, desde {when}',
      denied: '{browser}, recusou em {when}',
      home: '{browser}, fora da tela de início',
      insecure: '{browser}, em página sem https',
      none: '{browser}, sem notificações',
    },
  },
  ask: {
    title: 'Pedir a {name}',
    why: 'Só a própria pessoa pode permitir, no aparelho dela. Mande isto:',
    copy: 'Copiar a mensagem',
    lock: '{name}, o Balcão não consegue avisar neste aparelho. Abra o Balcão nele, toque no cadeado ao lado do endereço, em Notificações escolha Permitir, e recarregue a página.',
    iphone:
      '{name}, o Balcão não consegue avisar no seu iPhone. Abra os Ajustes, toque em Notificações, em Balcão, e ligue Permitir Notificações.',
    home: '{name}, no iPhone o Balcão só avisa pela tela de início. No Safari, toque em Compartilhar, depois em Adicionar à Tela de Início, abra pelo ícone novo e toque em Avisar.',
  },
  week: {
    title: 'Esta semana',
    sent: 'Avisos enviados',
    seen: 'Vistos antes de 5 min',
    supervisor: 'Chegaram ao supervisor',
    whatsapp: 'Chegaram ao WhatsApp',
  },
})
