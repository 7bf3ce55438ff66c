import { defineTexts } from '../../shared/i18n/define'

export const texts = defineTexts('settings', {
  'pt-BR': {
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
  },
  en: {
    title: 'Settings',
    incoming: 'What comes in',
    attendance: 'Tickets',
    waiting: 'Waiting',
    groups: {
      title: 'Attend groups',
      text: 'Messages of groups become tickets. When off, they are ignored.',
    },
    calls: {
      title: 'Accept calls',
      text: 'When off, every call is refused and the caller gets a message saying why.',
    },
    audio: {
      title: 'Accept audio from new contacts',
      text: 'When off, audio is kept and the contact is told. Each contact can be changed by itself.',
    },
    sign: {
      title: 'Allow signing',
      text: 'Each person may put their own name above what they write to the contact.',
    },
    signUsual: {
      title: 'Sign by default',
      text: 'Whoever has not chosen yet begins by signing. Only where signing is allowed.',
    },
    greetingQueue: {
      title: 'Greeting of the queue',
      text: 'Where a connection has one queue only, whoever begins a ticket gets its greeting. Groups do not.',
    },
    greeting: {
      title: 'Greeting on accepting',
      text: 'Whoever accepts a ticket is introduced to the contact by name. Not in groups.',
    },
    transfer: {
      title: 'Tell of transfers',
      text: 'The contact is told who attends them now, or in which queue they wait. Not in groups.',
    },
    farewellWaiting: {
      title: 'Farewell when closing who waits',
      text: 'Sends the completion message also when a ticket is closed without having been accepted.',
    },
    waitingAmber: {
      title: 'Waiting in amber from',
      text: 'In the list, the time of whoever waits for an answer turns amber.',
    },
    waitingRed: {
      title: 'Waiting in red from',
      text: 'The same time turns red: the wait is too long.',
    },
  },
  es: {
    title: 'Configuración',
    incoming: 'Lo que llega',
    attendance: 'Atención',
    waiting: 'Espera',
    groups: {
      title: 'Atender grupos',
      text: 'Los mensajes de grupos se convierten en atenciones. Apagado, se ignoran.',
    },
    calls: {
      title: 'Aceptar llamadas',
      text: 'Apagado, toda llamada se rechaza y quien llamó recibe un mensaje que lo explica.',
    },
    audio: {
      title: 'Aceptar audios de contactos nuevos',
      text: 'Apagado, el audio se guarda y se avisa al contacto. Se puede cambiar en cada contacto.',
    },
    sign: {
      title: 'Permitir la firma',
      text: 'Cada persona puede poner su nombre encima de lo que escribe al contacto.',
    },
    signUsual: {
      title: 'Firmar de forma predeterminada',
      text: 'Quien aún no eligió empieza firmando. Solo vale con la firma permitida.',
    },
    greetingQueue: {
      title: 'Saludo de la cola',
      text: 'Donde la conexión tiene una sola cola, quien inicia una atención recibe su saludo. Los grupos no.',
    },
    greeting: {
      title: 'Saludo al aceptar',
      text: 'Quien acepta una atención se presenta al contacto por su nombre. No en grupos.',
    },
    transfer: {
      title: 'Avisar de transferencias',
      text: 'El contacto se entera de quién lo atiende ahora o en qué cola espera. No en grupos.',
    },
    farewellWaiting: {
      title: 'Despedida al cerrar a quien espera',
      text: 'Envía el mensaje de cierre también cuando la atención se cierra sin haber sido aceptada.',
    },
    waitingAmber: {
      title: 'Espera en amarillo a partir de',
      text: 'En la lista, el tiempo de quien espera respuesta se pone amarillo.',
    },
    waitingRed: {
      title: 'Espera en rojo a partir de',
      text: 'El mismo tiempo se pone rojo: ya se espera demasiado.',
    },
  },
  tr: {
    title: 'Ayarlar',
    incoming: 'Gelenler',
    attendance: 'Talepler',
    waiting: 'Bekleme',
    groups: {
      title: 'Gruplarla ilgilen',
      text: 'Grup mesajları talebe dönüşür. Kapalıyken yok sayılır.',
    },
    calls: {
      title: 'Aramaları kabul et',
      text: 'Kapalıyken her arama reddedilir ve arayana nedeni yazılır.',
    },
    audio: {
      title: 'Yeni kişilerden ses kabul et',
      text: 'Kapalıyken ses saklanır ve kişiye bildirilir. Her kişi için ayrıca değiştirilebilir.',
    },
    sign: {
      title: 'İmzaya izin ver',
      text: 'Herkes kişiye yazdığının üstüne kendi adını koyabilir.',
    },
    signUsual: {
      title: 'Varsayılan olarak imzala',
      text: 'Henüz seçmeyen imzalayarak başlar. Yalnızca imzaya izin varken geçerlidir.',
    },
    greetingQueue: {
      title: 'Kuyruğun karşılaması',
      text: 'Bağlantıda tek kuyruk varsa talep başlatan onun karşılamasını alır. Gruplar almaz.',
    },
    greeting: {
      title: 'Kabul ederken selamlama',
      text: 'Görüşmeyi kabul eden, kişiye adıyla tanıtılır. Gruplarda gönderilmez.',
    },
    transfer: {
      title: 'Aktarmayı bildir',
      text: 'Kişiye artık kiminle görüştüğü ya da hangi kuyrukta beklediği yazılır. Gruplarda gönderilmez.',
    },
    farewellWaiting: {
      title: 'Bekleyeni kapatırken veda',
      text: 'Kabul edilmeden kapatılan talepte de kapanış mesajı gönderilir.',
    },
    waitingAmber: {
      title: 'Bekleme şu süreden sonra sarı',
      text: 'Listede yanıt bekleyenin süresi sarıya döner.',
    },
    waitingRed: {
      title: 'Bekleme şu süreden sonra kırmızı',
      text: 'Aynı süre kırmızıya döner: bekleme çok uzadı.',
    },
  },
})
