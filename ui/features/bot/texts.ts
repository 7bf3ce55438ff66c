import { defineTexts } from '../../shared/i18n/define'

/** The tree of a bot's options, and the phone to try it out. */
export const texts = defineTexts('bot', (language) => import(`./texts.${language}.json`), {
  notSaved: 'Opção não salva, preencha todos os dados.',
  tree: {
    removed: 'Opção “{title}” excluída',
    title: 'Opções do bot',
    option: 'Opção',
    count: { zero: 'nenhuma opção', one: '{count} opção', other: '{count} opções' },
    depth: { one: 'em {count} nível', other: 'em {count} níveis' },
    below: { one: '{count} subopção', other: '{count} subopções' },
    greeting: 'Saudação',
    noGreeting: 'sem saudação: escreva uma em Dados',
    greetingEdit: 'Editar a saudação',
    untitled: 'Sem título',
    empty: 'Sem opções, quem chega nesta fila espera por uma pessoa. Comece com um modelo ou crie a primeira opção.',
    anybody: 'quem estiver livre em {queue}',
    here: 'o bot está aqui',
    move: 'Mover {title}',
    fold: 'Subopções de {title}',
    add: 'Nova subopção de {title}',
    edit: 'Editar {title}',
    remove: 'Excluir {title}',
    now: '{title} é agora a opção {option}.',
    nowBelow: '{title} é agora a opção {option} de {above}.',
    keys: {
      move: 'move',
      below: 'vira subopção',
      edit: 'edita',
      customer: 'O cliente digita 0 para voltar e # para o menu principal',
    },
  },
  kind: {
    Texto: 'Texto',
    Atendente: 'Atendente',
    Fila: 'Fila',
    Arquivo: 'Arquivo',
  },
  fault: {
    title: 'Falta o título.',
    message: 'Falta a mensagem.',
    queue: 'Escolha a fila de destino.',
    queueGone: 'A fila de destino foi excluída. Escolha outra.',
    userGone: 'Esta pessoa não atende mais. Escolha outra.',
    file: 'Falta o arquivo.',
    children: 'Esta opção leva a pessoas: suas subopções nunca aparecem.',
  },
  edit: {
    of: 'Editando a opção {option}, {title}',
    title: 'Título',
    caption: 'Legenda',
    queue: 'Fila de destino',
    person: 'Quem atende',
    choose: 'Escolha',
    done: 'Concluir',
    after: 'Depois dela o cliente escolhe de novo.',
    away: 'Com ela o bot termina ou muda de fila.',
  },
  talk: {
    note: {
      greetingOff: 'Sozinha na conexão, esta fila não envia a saudação: está desligado em Configurações.',
      botOff: 'O bot está desligado na conexão desta fila: os clientes não veem as opções.',
    },
    title: 'Fale com o seu bot',
    hint: 'como está na tela, antes de salvar',
    restart: 'Recomeçar a conversa',
    hours: 'Horário',
    open: 'Aberta',
    closed: 'Fechada',
    phone: 'Celular de teste',
    messages: 'Conversa com o bot',
    account: 'conta comercial',
    type: 'Mensagem do cliente',
    send: 'Enviar ao bot',
    hello: 'oi',
    customer: 'Helena Marques',
    understood: 'entendido como {number}, {title}',
    moves: 'vai para a fila {queue}',
    waits: 'espera por uma pessoa em {queue}',
    waitsFor: 'fica com {name}',
    takenOver: 'daqui em diante, a integração responde',
    silence: 'o bot fica em silêncio e a conversa espera por uma pessoa',
  },
  template: {
    title: 'Modelos',
    sales: {
      name: 'Comercial',
      greeting: '{ms}, {firstName}! Que bom ter você aqui. Como podemos ajudar?',
      products: {
        title: 'Produtos',
        message: 'Conte o que você procura: produto, medida e cor.',
      },
      price: {
        title: 'Preços e pagamento',
        message: 'Aceitamos Pix, cartão e boleto.',
      },
      delivery: {
        title: 'Prazo e entrega',
        message: 'Entregamos de 3 a 5 dias úteis. Qual é o seu bairro?',
      },
      person: {
        title: 'Falar com uma pessoa',
        message: 'Certo, {firstName}! Já chamo alguém.',
      },
    },
    support: {
      name: 'Suporte',
      greeting: '{ms}, {firstName}! Aqui é o suporte. O que aconteceu?',
      problem: {
        title: 'Algo não funciona',
        message: 'Vamos resolver. O que você quer tentar?',
      },
      restart: {
        title: 'Passos para reiniciar',
        message: 'Desligue da tomada, espere 30 segundos e ligue de novo.',
      },
      technician: {
        title: 'Falar com um técnico',
        message: 'Um técnico vai responder por aqui.',
      },
      warranty: {
        title: 'Garantia',
        message: 'A garantia é de 12 meses. Tenha a nota fiscal em mãos.',
      },
      person: {
        title: 'Falar com uma pessoa',
        message: 'Certo, {firstName}! Já chamo alguém.',
      },
    },
    billing: {
      name: 'Financeiro',
      greeting: '{ms}, {firstName}! Aqui é o financeiro. Do que você precisa?',
      copy: {
        title: 'Segunda via de boleto',
        message: 'Envie o CPF ou CNPJ do titular.',
      },
      paid: {
        title: 'Já paguei',
        message: 'Obrigado! O pagamento aparece em até 2 dias úteis.',
      },
      terms: {
        title: 'Negociar uma dívida',
        message: 'Parcelamos em até 6 vezes. Quer que alguém calcule?',
      },
      person: {
        title: 'Falar com uma pessoa',
        message: 'Certo, {firstName}! Já chamo alguém.',
      },
    },
    provider: {
      name: 'Provedor de internet',
      greeting: '{ms}, {firstName}! Como está a sua internet?',
      offline: {
        title: 'Estou sem internet',
        message: 'Sinto muito! Veja primeiro as luzes do aparelho.',
      },
      lights: {
        title: 'Luz vermelha ou apagada',
        message: 'Reinicie o aparelho e espere 2 minutos. Voltou?',
      },
      technician: {
        title: 'Falar com um técnico',
        message: 'Um técnico vai responder por aqui.',
      },
      invoice: {
        title: 'Fatura e segunda via',
        message: 'Envie o CPF do titular e mandamos a fatura.',
      },
      plans: {
        title: 'Planos e mudança de endereço',
        message: 'Temos planos de 300 a 900 mega. Qual é o seu CEP?',
      },
      person: {
        title: 'Falar com uma pessoa',
        message: 'Certo, {firstName}! Já chamo alguém.',
      },
    },
  },
})
