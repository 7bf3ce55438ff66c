export const settings = {
  title: 'Configurações',
  incoming: 'O que chega',
  attendance: 'Atendimento',
  waiting: 'Espera',
  groups: {
    title: 'Atender grupos',
    text: 'Mensagens de grupos viram atendimentos. Desligado, são ignoradas.',
  },
  calls: {
    title: 'Aceitar ligações',
    text: 'Desligado, toda ligação é recusada e quem ligou recebe uma mensagem explicando.',
  },
  audio: {
    title: 'Aceitar áudios de contatos novos',
    text: 'Desligado, o áudio é guardado e o contato é avisado. Pode ser mudado em cada contato.',
  },
  sign: {
    title: 'Permitir assinatura',
    text: 'Cada pessoa pode pôr o próprio nome acima do que escreve ao contato.',
  },
  signUsual: {
    title: 'Assinar por padrão',
    text: 'Quem ainda não escolheu começa assinando. Só vale com a assinatura permitida.',
  },
  greetingQueue: {
    title: 'Saudação da fila',
    text: 'Onde a conexão tem uma só fila, quem inicia um atendimento recebe a saudação dela. Grupos não recebem.',
  },
  greeting: {
    title: 'Saudação ao aceitar',
    text: 'Quem aceita um atendimento se apresenta ao contato pelo nome. Grupos não recebem.',
  },
  transfer: {
    title: 'Avisar de transferências',
    text: 'O contato fica sabendo quem o atende agora, ou em que fila aguarda. Grupos não recebem.',
  },
  farewellWaiting: {
    title: 'Despedida ao encerrar quem aguarda',
    text: 'Envia a mensagem de conclusão também quando o atendimento é encerrado sem ter sido aceito.',
  },
  waitingAmber: {
    title: 'Espera em amarelo a partir de',
    text: 'Na lista, o tempo de quem aguarda resposta fica amarelo.',
  },
  waitingRed: {
    title: 'Espera em vermelho a partir de',
    text: 'O mesmo tempo fica vermelho: já se espera demais.',
  },
} as const
