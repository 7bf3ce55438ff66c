import { defineTexts } from '../../shared/i18n/define'

export const texts = defineTexts('settings', (language) => import(`./texts.${language}.json`), {
  title: 'Configurações',
  search: 'Buscar configuração',
  notifications: 'Notificações',
  saved: 'Salvo.',
  off: 'Desligado',
  minutes: { one: '{count} minuto', other: '{count} minutos' },
  tab: { options: 'Opções', integrations: 'Integrações', hours: 'Horários', helps: 'Ajuda', history: 'Histórico' },
  section: {
    company: 'Empresa',
    hours: 'Horário de atendimento',
    incoming: 'Mensagens recebidas',
    bot: 'Primeira resposta e filas',
    attendance: 'Atendimento',
    closing: 'Ao resolver',
    access: 'Acesso',
    waiting: 'Espera',
    mail: 'E-mail (SMTP)',
    typebot: 'Typebot',
    mkauth: 'MK-AUTH',
    ai: 'Inteligência artificial',
  },
  secret: {
    set: 'Definido. Por segurança, não é mostrado.',
    none: 'Não definido',
    change: 'Trocar',
    remove: 'Remover',
    saved: 'Segredo salvo.',
    removed: 'Segredo removido.',
  },
  timeZone: {
    title: 'Fuso horário',
    text: 'Vale para horários de atendimento, datas e tudo o que é agendado.',
  },
  language: {
    title: 'Idioma da empresa',
    text: 'O das mensagens automáticas aos contatos, e o da tela de quem não escolheu outro.',
  },
  hoursOf: {
    title: 'Horário que vale',
    text: 'Fora dele, quem escreve recebe a mensagem de ausência da fila ou da conexão, no máximo a cada duas horas.',
    choice: { disabled: 'Nenhum: sempre aberto', queue: 'O de cada fila', company: 'O da empresa' },
  },
  botType: {
    title: 'Menu do bot',
    text: 'Lista é enviada como texto onde o WhatsApp não mostra listas.',
    choice: { text: 'Texto', list: 'Lista' },
  },
  position: {
    title: 'Informar a posição na fila',
    text: 'Quem aguarda fica sabendo quantos estão na frente, no máximo a cada três minutos.',
  },
  random: {
    title: 'Distribuir ao acaso',
    text: 'Um atendimento que sai do bot vai para alguém disponível da fila, por sorteio.',
  },
  confirmClose: {
    title: 'Confirmar antes de resolver',
    text: 'Pergunta antes de resolver um atendimento. O aviso para desfazer deixa de aparecer.',
  },
  confirmFarewell: {
    title: 'Perguntar pela mensagem de despedida',
    text: 'Ao resolver, cada pessoa escolhe se ela é enviada.',
  },
  thanksAfterClosing: {
    title: 'Agradecimento depois de resolver',
    text: 'Por esse tempo, “obrigado”, um emoji ou uma figurinha fica na conversa resolvida e não abre outra.',
  },
  rating: {
    title: 'Pedir avaliação',
    text: 'Ao resolver, o contato pode ser convidado a avaliar o atendimento.',
  },
  channels: {
    title: 'Limitar pessoas a conexões',
    text: 'Cada pessoa vê apenas os atendimentos das conexões que lhe foram liberadas.',
  },
  contactSearch: {
    title: 'Limitar a busca de contatos',
    text: 'Quem atende encontra apenas contatos com quem tem conversa, ou pelo número completo.',
  },
  smtpauth: { title: 'Servidor', text: 'Endereço e porta: smtp.empresa.com.br:587' },
  usersmtpauth: { title: 'Usuário', text: 'Com que o servidor de e-mail conhece a empresa.' },
  clientsecretsmtpauth: { title: 'Senha', text: 'A senha desse usuário.' },
  fromsmtpauth: {
    title: 'Remetente',
    text: 'Quem recebe vê este endereço: Loja <vendas@empresa.com.br>. Vazio: o usuário e o nome da empresa.',
  },
  urlTypebotBuilder: { title: 'Endereço do editor', text: 'Onde os fluxos são desenhados. Mudá-lo apaga o token.' },
  urlTypebotViewer: { title: 'Endereço do visualizador', text: 'Onde os fluxos são executados.' },
  tokenTypebot: { title: 'Token', text: 'Criado na conta do Typebot, em Configurações.' },
  ipmkauth: { title: 'Endereço', text: 'IP ou domínio do servidor MK-AUTH. Fica guardado; por enquanto nada o lê.' },
  clientidmkauth: { title: 'Client ID', text: 'Da API, criado no MK-AUTH.' },
  clientsecretmkauth: { title: 'Client secret', text: 'O segredo desse Client ID.' },
  aiUrl: {
    title: 'Endereço',
    text: 'De um serviço compatível com OpenAI: https://api.openai.com/v1, ou um local que o operador permite. Mudá-lo apaga a chave. Vazio e sem chave: vale o serviço do operador, se houver.',
  },
  aiKey: { title: 'Chave da API', text: 'Criada nesse serviço.' },
  aiModel: { title: 'Modelo', text: 'Como o serviço o chama: gpt-4o-mini.' },
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
    title: 'Mensagem ao resolver quem aguarda',
    text: 'Envia a mensagem de encerramento também quando o atendimento é resolvido sem ter sido aceito.',
  },
  waitingAmber: {
    title: 'Espera em amarelo a partir de',
    text: 'Na lista, o tempo de quem aguarda resposta fica amarelo.',
  },
  waitingRed: {
    title: 'Espera em vermelho a partir de',
    text: 'O mesmo tempo fica vermelho: já se espera demais.',
  },
})
