export const settings = {
  title: 'Configurações',
  incoming: 'O que chega',
  attendance: 'Atendimento',
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
  farewellWaiting: {
    title: 'Despedida ao encerrar quem aguarda',
    text: 'Envia a mensagem de conclusão também quando o atendimento é encerrado sem ter sido aceito.',
  },
} as const
