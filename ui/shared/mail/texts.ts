import { defineTexts } from '../i18n/define'

/** Why mail is not sent, and the test of the company's server. */
export const mailTexts = defineTexts('mail', (language) => import(`./texts.${language}.json`), {
  failure: {
    notConfigured: 'A empresa não tem servidor de e-mail configurado',
    badAddress: 'O endereço não é válido',
    badHeader: 'O assunto tem um sinal que não pode ser enviado',
    notPublic: 'O endereço do servidor não está na internet',
    unknownHost: 'O servidor não foi encontrado: confira o endereço',
    unreachable: 'O servidor não respondeu',
    timeout: 'O servidor demorou demais',
    notSmtp: 'Nesse endereço não há um servidor de e-mail: confira a porta',
    noTls: 'A conexão segura não foi possível',
    login: 'O servidor recusou o usuário ou a senha',
    account: 'O provedor recusou o envio por esta conta',
    signedOut: 'A conta de e-mail saiu: um administrador precisa entrar de novo',
    signIn: 'O provedor da conta não respondeu: será tentado de novo',
    hourlyLimit: 'O limite de destinatários por hora foi atingido: espera a vez',
    sender: 'O servidor recusou o remetente',
    recipient: 'O servidor recusou o endereço',
    message: 'O servidor recusou a mensagem',
    unconfirmed: 'A conexão caiu antes da confirmação: pode ter chegado ou não',
    cancelled: 'O envio foi interrompido',
    noPassword: 'Falta a senha do e-mail: ela não fica guardada',
    interrupted: 'O Balcão parou durante o envio: pode ter chegado ou não',
    late: 'O Balcão esteve desligado na hora do envio',
    stopped: 'As tentativas foram paradas',
    erased: 'Os dados desta pessoa foram apagados',
    restored: 'Um backup foi restaurado durante o envio: pode ter chegado ou não',
    fileMissing: 'Um anexo não está mais no servidor',
    bounced: 'O servidor de quem recebe devolveu o e-mail',
  },
  refusedLogin: {
    smtpOff:
      'O Microsoft 365 está com o SMTP autenticado desligado nesta conta: peça ao administrador para ativá-lo nos aplicativos de e-mail do usuário',
    passwordOff:
      'A Microsoft não aceita mais senha nesta conta: use “Entrar com Microsoft” nas configurações de e-mail. Sem esse botão, peça ao operador que registre o aplicativo em Ajustes da instalação',
    policy:
      'Uma regra de segurança da organização no Microsoft 365 bloqueou o acesso: o administrador precisa liberar esta conta',
    appPassword:
      'O Google pede uma senha de app: crie uma em myaccount.google.com/apppasswords e digite-a no lugar da senha da conta',
    google:
      'O Google não aceitou o usuário ou a senha: use o endereço completo e uma senha de app, não a senha da conta',
    browser: 'O Google quer que alguém entre na conta pelo navegador: entre, confirme que foi você e tente de novo',
    microsoft:
      'A Microsoft recusou o usuário ou a senha: use “Entrar com Microsoft” nas configurações de e-mail, no lugar da senha',
    tooMany: 'Foram tentativas demais: confira a senha e espere uma hora antes de tentar de novo',
    credentials:
      'O servidor não aceitou o usuário ou a senha: use o endereço de e-mail completo e a senha da caixa postal, não a do painel da hospedagem',
  },
  account: {
    title: 'Conta Google ou Microsoft',
    text: 'Os e-mails saem pela conta em que você entrar, e nenhuma senha fica guardada aqui.',
    provider: { google: 'Google', microsoft: 'Microsoft' },
    signIn: 'Entrar com {provider}',
    signedIn: 'Conectada desde {date}',
    signedOut: 'O provedor não aceita mais esta conta: entre de novo',
    signOut: 'Sair da conta',
    instead: 'O servidor, o usuário e a senha abaixo só valem sem conta conectada.',
    leave: {
      title: 'Sair da conta {address}?',
      text: 'Os e-mails passam a sair pelo servidor SMTP, se houver um. Para voltar a usar a conta é preciso entrar de novo.',
    },
    page: 'Conta de e-mail',
    finishing: 'Concluindo a entrada na conta',
    done: 'Conta {address} conectada.',
    failed: 'A conta não foi conectada',
    back: 'Voltar às configurações',
    fault: {
      denied: 'A permissão não foi dada. Entre de novo e aceite o que o provedor pergunta.',
      adminNeeded: 'Um administrador da organização precisa permitir este aplicativo antes.',
      app: 'O ID ou o segredo do aplicativo não serve: o operador confere em Ajustes da instalação.',
      scope: 'A permissão de ler e enviar e-mails ficou desmarcada. Entre de novo e marque-a.',
      offline: 'O provedor não deu acesso duradouro. Entre de novo e aceite o que ele pergunta.',
      address: 'O provedor não disse o endereço desta conta: ela tem caixa de e-mail?',
      temporary: 'O provedor não respondeu. Tente de novo daqui a pouco.',
      code: 'O código do provedor já não vale. Comece de novo.',
      odd: 'O provedor deu uma resposta que o Balcão não entende.',
    },
  },
  server: {
    title: 'Servidor da empresa',
    host: 'Endereço',
    user: 'Usuário',
    from: 'Remetente',
    state: 'Estado',
    needsPassword: 'Pede a senha a cada e-mail',
    test: 'Testar',
    answers: 'Responde, {ms} ms',
  },
})
