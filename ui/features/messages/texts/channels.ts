import { defineTexts } from '../../../shared/i18n/define'

/** What a channel lacks, by the names of src/channels/lacks.ts. */
export const channelTexts = defineTexts('channels', (language) => import(`./channels.${language}.json`), {
  editOrDelete: 'Editar e apagar',
  counter: '{length} de {most}',
  pieces: {
    one: 'Vai em {count} mensagem',
    other: 'Vai em {count} mensagens',
  },
  piecesOn: {
    one: 'Pelo {channel} vai em {count} mensagem.',
    other: 'Pelo {channel} vai em {count} mensagens.',
  },
  elsewhere: 'Esta mensagem veio por outra conexão: por aqui ela não pode ser citada.',
  forward: {
    over: 'Como chega a {name}',
    obstacle: {
      template: 'A janela acabou: agora só um modelo aprovado chega.',
      closed: 'A janela acabou: só depois que {name} escrever.',
      held: 'Outra pessoa atende {name} por aqui.',
      unknown: '{name} não tem endereço aqui: {channel}.',
    },
  },
  story: {
    reply: 'Respondeu ao seu story',
    mention: 'Mencionou você num story',
    gone: 'Respondeu ao seu story, que já saiu do ar',
    file: 'Story',
  },
  lacks: {
    edit: 'O {channel} não deixa mudar o que já foi enviado.',
    revoke: 'O {channel} não deixa apagar o que já foi enviado.',
    react: 'O {channel} não recebe reações nossas.',
    otherReactions: 'O {channel} só aceita ❤️ como reação.',
    quote: 'O {channel} não deixa citar mensagens.',
    groups: 'O {channel} não tem grupos aqui.',
    voice: 'O {channel} não recebe mensagens de voz.',
    stickers: 'O {channel} não recebe figurinhas.',
    places: 'O {channel} não recebe localizações.',
    cards: 'O {channel} não recebe cartões de contato.',
    fileType: 'O {channel} não recebe este tipo de arquivo. Aceita {types}.',
    fileSize: 'O {channel} recebe este tipo de arquivo até {limit}.',
    templates: 'O {channel} não tem modelos.',
    lookUp: 'O {channel} não deixa consultar números.',
    block: 'O {channel} não deixa bloquear por aqui.',
    phone: 'O {channel} não tem um celular com histórico.',
  },
})
