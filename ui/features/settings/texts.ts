import { defineTexts } from '../../shared/i18n/define'

export const texts = defineTexts('settings', {
  'pt-BR': {
    title: 'Configurações',
    search: 'Buscar configuração',
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
  },
  en: {
    title: 'Settings',
    search: 'Search settings',
    saved: 'Saved.',
    off: 'Off',
    minutes: { one: '{count} minute', other: '{count} minutes' },
    tab: { options: 'Options', integrations: 'Integrations', hours: 'Hours', helps: 'Help', history: 'History' },
    section: {
      company: 'Company',
      hours: 'Opening hours',
      incoming: 'Incoming messages',
      bot: 'First answer and queues',
      attendance: 'Conversations',
      closing: 'Resolving',
      access: 'Access',
      waiting: 'Waiting',
      mail: 'Email (SMTP)',
      typebot: 'Typebot',
      mkauth: 'MK-AUTH',
      ai: 'Artificial intelligence',
    },
    secret: {
      set: 'Set. Hidden for security.',
      none: 'Not set',
      change: 'Replace',
      remove: 'Remove',
      saved: 'Secret saved.',
      removed: 'Secret removed.',
    },
    timeZone: {
      title: 'Time zone',
      text: 'Applies to opening hours, dates and everything scheduled.',
    },
    language: {
      title: 'Company language',
      text: 'For automatic messages to contacts, and for anyone who has not chosen another language.',
    },
    hoursOf: {
      title: 'Which hours apply',
      text: 'Outside these hours, people who write get the queue’s or connection’s out-of-hours message, at most every two hours.',
      choice: { disabled: 'None: always open', queue: 'Each queue’s own', company: 'The company’s' },
    },
    botType: {
      title: 'Bot menu',
      text: 'Lists are sent as text where WhatsApp does not show them.',
      choice: { text: 'Text', list: 'List' },
    },
    position: {
      title: 'Tell people their place in the queue',
      text: 'People waiting learn how many are ahead of them, at most every three minutes.',
    },
    random: {
      title: 'Assign at random',
      text: 'When the bot finishes, the conversation goes to a random available person in the queue.',
    },
    confirmClose: {
      title: 'Confirm before resolving',
      text: 'Asks before a conversation is resolved. The undo option is then no longer shown.',
    },
    confirmFarewell: {
      title: 'Ask about the farewell message',
      text: 'When resolving, each person chooses whether it is sent.',
    },
    thanksAfterClosing: {
      title: 'Thanks after resolving',
      text: 'For this long, “thank you”, an emoji or a sticker stays in the resolved conversation and opens no other.',
    },
    rating: {
      title: 'Ask for a rating',
      text: 'When a conversation is resolved, the contact can be invited to rate it.',
    },
    channels: {
      title: 'Limit people to connections',
      text: 'Each person sees only conversations on the connections they can access.',
    },
    contactSearch: {
      title: 'Limit contact search',
      text: 'Attendants find only contacts they have a conversation with, or by the full number.',
    },
    smtpauth: { title: 'Server', text: 'Address and port: smtp.company.com:587' },
    usersmtpauth: { title: 'User', text: 'The user name on the mail server.' },
    clientsecretsmtpauth: { title: 'Password', text: 'That user’s password.' },
    fromsmtpauth: {
      title: 'Sender',
      text: 'Recipients see this address: Store <sales@company.com>. Empty: the user and the company’s name.',
    },
    urlTypebotBuilder: { title: 'Builder address', text: 'Where flows are designed. Changing it clears the token.' },
    urlTypebotViewer: { title: 'Viewer address', text: 'Where flows run.' },
    tokenTypebot: { title: 'Token', text: 'Created in your Typebot account, under Settings.' },
    ipmkauth: { title: 'Address', text: 'IP or domain of the MK-AUTH server. It is kept; nothing reads it yet.' },
    clientidmkauth: { title: 'Client ID', text: 'For the API, created in MK-AUTH.' },
    clientsecretmkauth: { title: 'Client secret', text: 'That client ID’s secret.' },
    aiUrl: {
      title: 'Address',
      text: 'Of an OpenAI-compatible service: https://api.openai.com/v1, or a local one that the operator allows. Changing it deletes the key. If both are empty, the operator’s service is used, if there is one.',
    },
    aiKey: { title: 'API key', text: 'Created in that service.' },
    aiModel: { title: 'Model', text: 'As the service calls it: gpt-4o-mini.' },
    groups: {
      title: 'Handle groups',
      text: 'Group messages become conversations. When off, they are ignored.',
    },
    calls: {
      title: 'Accept calls',
      text: 'When off, every call is declined and the caller gets a message explaining why.',
    },
    audio: {
      title: 'Accept audio messages from new contacts',
      text: 'When off, the audio is kept and the contact is told. You can change it for each contact.',
    },
    sign: {
      title: 'Allow signatures',
      text: 'Each person can put their name above what they write to the contact.',
    },
    signUsual: {
      title: 'Sign by default',
      text: 'On for anyone who has not chosen yet. Applies only when signatures are allowed.',
    },
    greetingQueue: {
      title: 'Queue greeting',
      text: 'On connections with a single queue, people who start a conversation get its greeting. Not in groups.',
    },
    greeting: {
      title: 'Greeting on accepting',
      text: 'The attendant who accepts a conversation is introduced to the contact by name. Not in groups.',
    },
    transfer: {
      title: 'Announce transfers',
      text: 'The contact is told who is helping them now, or which queue they are waiting in. Not in groups.',
    },
    farewellWaiting: {
      title: 'Message when resolving waiting conversations',
      text: 'Also sends the closing message when a conversation is resolved without being accepted.',
    },
    waitingAmber: {
      title: 'Waiting time turns amber after',
      text: 'In the list, the waiting time of people without a reply turns amber.',
    },
    waitingRed: {
      title: 'Waiting time turns red after',
      text: 'The waiting time turns red: they have been waiting too long.',
    },
  },
  es: {
    title: 'Configuración',
    search: 'Buscar configuración',
    saved: 'Guardado.',
    off: 'Apagado',
    minutes: { one: '{count} minuto', other: '{count} minutos' },
    tab: {
      options: 'Opciones',
      integrations: 'Integraciones',
      hours: 'Horarios',
      helps: 'Ayuda',
      history: 'Historial',
    },
    section: {
      company: 'Empresa',
      hours: 'Horario de atención',
      incoming: 'Mensajes recibidos',
      bot: 'Primera respuesta y colas',
      attendance: 'Conversaciones',
      closing: 'Al resolver',
      access: 'Acceso',
      waiting: 'Espera',
      mail: 'Correo (SMTP)',
      typebot: 'Typebot',
      mkauth: 'MK-AUTH',
      ai: 'Inteligencia artificial',
    },
    secret: {
      set: 'Definido. Por seguridad no se muestra.',
      none: 'Sin definir',
      change: 'Cambiar',
      remove: 'Quitar',
      saved: 'Secreto guardado.',
      removed: 'Secreto quitado.',
    },
    timeZone: {
      title: 'Zona horaria',
      text: 'Vale para los horarios de atención, las fechas y todo lo que se programa.',
    },
    language: {
      title: 'Idioma de la empresa',
      text: 'El de los mensajes automáticos a los contactos, y el de la pantalla de quien no eligió otro.',
    },
    hoursOf: {
      title: 'Horario que vale',
      text: 'Fuera de él, quien escribe recibe el mensaje de ausencia de la cola o de la conexión, como máximo cada dos horas.',
      choice: { disabled: 'Ninguno: siempre abierto', queue: 'El de cada cola', company: 'El de la empresa' },
    },
    botType: {
      title: 'Menú del bot',
      text: 'La lista se envía como texto donde WhatsApp no muestra listas.',
      choice: { text: 'Texto', list: 'Lista' },
    },
    position: {
      title: 'Informar la posición en la cola',
      text: 'Quien espera se entera de cuántos hay delante, como máximo cada tres minutos.',
    },
    random: {
      title: 'Distribuir al azar',
      text: 'Una conversación que sale del bot va a alguien disponible de la cola, por sorteo.',
    },
    confirmClose: {
      title: 'Confirmar antes de resolver',
      text: 'Pregunta antes de resolver una conversación. El aviso para deshacer deja de aparecer.',
    },
    confirmFarewell: {
      title: 'Preguntar por el mensaje de despedida',
      text: 'Al resolver, cada persona decide si se envía.',
    },
    thanksAfterClosing: {
      title: 'Agradecimiento después de resolver',
      text: 'Durante ese tiempo, “gracias”, un emoji o un sticker queda en la conversación resuelta y no abre otra.',
    },
    rating: {
      title: 'Pedir evaluación',
      text: 'Al resolver, se puede invitar al contacto a evaluar la conversación.',
    },
    channels: {
      title: 'Limitar personas a conexiones',
      text: 'Cada persona ve solo las conversaciones de las conexiones que se le dieron.',
    },
    contactSearch: {
      title: 'Limitar la búsqueda de contactos',
      text: 'Quien atiende encuentra solo contactos con los que tiene conversación, o por el número completo.',
    },
    smtpauth: { title: 'Servidor', text: 'Dirección y puerto: smtp.empresa.com:587' },
    usersmtpauth: { title: 'Usuario', text: 'Con el que el servidor de correo conoce a la empresa.' },
    clientsecretsmtpauth: { title: 'Contraseña', text: 'La contraseña de ese usuario.' },
    fromsmtpauth: {
      title: 'Remitente',
      text: 'Quien recibe ve esta dirección: Tienda <ventas@empresa.com>. Vacío: el usuario y el nombre de la empresa.',
    },
    urlTypebotBuilder: {
      title: 'Dirección del editor',
      text: 'Donde se dibujan los flujos. Cambiarla borra el token.',
    },
    urlTypebotViewer: { title: 'Dirección del visor', text: 'Donde se ejecutan los flujos.' },
    tokenTypebot: { title: 'Token', text: 'Se crea en la cuenta de Typebot, en Ajustes.' },
    ipmkauth: { title: 'Dirección', text: 'IP o dominio del servidor MK-AUTH. Queda guardado; por ahora nada lo lee.' },
    clientidmkauth: { title: 'Client ID', text: 'De la API, creado en MK-AUTH.' },
    clientsecretmkauth: { title: 'Client secret', text: 'El secreto de ese Client ID.' },
    aiUrl: {
      title: 'Dirección',
      text: 'De un servicio compatible con OpenAI: https://api.openai.com/v1, o uno local que el operador permite. Cambiarla borra la clave. Vacía y sin clave: vale el servicio del operador, si lo hay.',
    },
    aiKey: { title: 'Clave de la API', text: 'Se crea en ese servicio.' },
    aiModel: { title: 'Modelo', text: 'Como lo llama el servicio: gpt-4o-mini.' },
    groups: {
      title: 'Atender grupos',
      text: 'Los mensajes de grupos se convierten en conversaciones. Apagado, se ignoran.',
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
      text: 'Donde la conexión tiene una sola cola, quien inicia una conversación recibe su saludo. Los grupos no.',
    },
    greeting: {
      title: 'Saludo al aceptar',
      text: 'Quien acepta una conversación se presenta al contacto por su nombre. No en grupos.',
    },
    transfer: {
      title: 'Avisar de transferencias',
      text: 'El contacto se entera de quién lo atiende ahora o en qué cola espera. No en grupos.',
    },
    farewellWaiting: {
      title: 'Mensaje al resolver a quien espera',
      text: 'Envía el mensaje de cierre también cuando la conversación se resuelve sin haber sido aceptada.',
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
    search: 'Ayarlarda ara',
    saved: 'Kaydedildi.',
    off: 'Kapalı',
    minutes: { one: '{count} dakika', other: '{count} dakika' },
    tab: {
      options: 'Seçenekler',
      integrations: 'Entegrasyonlar',
      hours: 'Çalışma saatleri',
      helps: 'Yardım',
      history: 'Geçmiş',
    },
    section: {
      company: 'Şirket',
      hours: 'Çalışma saatleri',
      incoming: 'Gelen mesajlar',
      bot: 'İlk yanıt ve kuyruklar',
      attendance: 'Görüşmeler',
      closing: 'Çözme',
      access: 'Erişim',
      waiting: 'Bekleme',
      mail: 'E-posta (SMTP)',
      typebot: 'Typebot',
      mkauth: 'MK-AUTH',
      ai: 'Yapay zekâ',
    },
    secret: {
      set: 'Tanımlı. Güvenlik için gösterilmez.',
      none: 'Tanımlı değil',
      change: 'Değiştir',
      remove: 'Kaldır',
      saved: 'Gizli değer kaydedildi.',
      removed: 'Gizli değer kaldırıldı.',
    },
    timeZone: {
      title: 'Saat dilimi',
      text: 'Çalışma saatleri, tarihler ve zamanlanan her şey için geçerlidir.',
    },
    language: {
      title: 'Şirketin dili',
      text: 'Kişilere giden otomatik mesajların dili; başka dil seçmeyenlerin ekran dili.',
    },
    hoursOf: {
      title: 'Geçerli saatler',
      text: 'Bu saatler dışında yazan, kuyruğun ya da bağlantının mesai dışı mesajını en çok iki saatte bir alır.',
      choice: { disabled: 'Hiçbiri: hep açık', queue: 'Her kuyruğun kendi saatleri', company: 'Şirketin saatleri' },
    },
    botType: {
      title: 'Botun menüsü',
      text: 'WhatsApp liste göstermediğinde liste metin olarak gider.',
      choice: { text: 'Metin', list: 'Liste' },
    },
    position: {
      title: 'Kuyruktaki sırayı bildir',
      text: 'Bekleyene önünde kaç kişi olduğu yazılır, en çok üç dakikada bir.',
    },
    random: {
      title: 'Rastgele dağıt',
      text: 'Bottan çıkan görüşme, kuyruktaki uygun birine kurayla verilir.',
    },
    confirmClose: {
      title: 'Çözmeden önce sor',
      text: 'Görüşme çözülmeden önce sorulur. Geri alma bildirimi artık çıkmaz.',
    },
    confirmFarewell: {
      title: 'Veda mesajını sor',
      text: 'Çözerken veda mesajının gönderilip gönderilmeyeceğini herkes kendisi seçer.',
    },
    thanksAfterClosing: {
      title: 'Çözdükten sonra teşekkür',
      text: 'Bu süre boyunca “teşekkürler”, bir emoji ya da çıkartma çözülmüş görüşmede kalır ve yenisini açmaz.',
    },
    rating: {
      title: 'Değerlendirme iste',
      text: 'Görüşme çözülürken kişiden onu değerlendirmesi istenebilir.',
    },
    channels: {
      title: 'Kişileri bağlantılarla sınırla',
      text: 'Herkes yalnızca kendisine açılan bağlantıların görüşmelerini görür.',
    },
    contactSearch: {
      title: 'Kişi aramasını sınırla',
      text: 'Temsilciler yalnızca görüşmesi olan kişileri ya da tam numarayla arananı bulur.',
    },
    smtpauth: { title: 'Sunucu', text: 'Adres ve bağlantı noktası: smtp.sirket.com:587' },
    usersmtpauth: { title: 'Kullanıcı', text: 'E-posta sunucusunun şirketi tanıdığı ad.' },
    clientsecretsmtpauth: { title: 'Parola', text: 'Bu kullanıcının parolası.' },
    fromsmtpauth: {
      title: 'Gönderen',
      text: 'Alıcıların gördüğü adres: Mağaza <satis@sirket.com>. Boşsa: kullanıcı ve şirketin adı.',
    },
    urlTypebotBuilder: {
      title: 'Düzenleyicinin adresi',
      text: 'Akışların çizildiği yer. Değiştirmek belirteci siler.',
    },
    urlTypebotViewer: { title: 'Görüntüleyicinin adresi', text: 'Akışların çalıştığı yer.' },
    tokenTypebot: { title: 'Token', text: 'Typebot hesabında, Ayarlar altında oluşturulur.' },
    ipmkauth: { title: 'Adres', text: 'MK-AUTH sunucusunun IP’si veya alan adı. Saklanır; henüz hiçbir şey okumaz.' },
    clientidmkauth: { title: 'Client ID', text: 'API için, MK-AUTH’ta oluşturulur.' },
    clientsecretmkauth: { title: 'Client secret', text: 'Bu Client ID’nin gizli anahtarı.' },
    aiUrl: {
      title: 'Adres',
      text: 'OpenAI uyumlu bir hizmetin adresi: https://api.openai.com/v1 veya operatörün izin verdiği yerel bir adres. Değiştirmek anahtarı siler. Boş ve anahtarsızsa, varsa operatörün hizmeti geçerlidir.',
    },
    aiKey: { title: 'API anahtarı', text: 'O hizmette oluşturulur.' },
    aiModel: { title: 'Model', text: 'Hizmetin verdiği ad: gpt-4o-mini.' },
    groups: {
      title: 'Gruplarla ilgilen',
      text: 'Grup mesajları görüşmeye dönüşür. Kapalıyken yok sayılır.',
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
      text: 'Bağlantıda tek kuyruk varsa görüşme başlatan onun karşılamasını alır. Gruplar almaz.',
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
      title: 'Bekleyeni çözerken mesaj',
      text: 'Kabul edilmeden çözülen görüşmede de kapanış mesajı gönderilir.',
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
