import { defineTexts } from '../../i18n/define'

/** How answers to e-mails come back: the company's setting. */
export const mailboxTexts = defineTexts('mailbox', (language) => import(`./texts.${language}.json`), {
  title: 'Respostas aos e-mails',
  lead: 'As respostas aparecem ao lado do e-mail enviado, e quem enviou é avisado.',
  way: {
    label: 'Como chegam',
    off: 'Só na caixa postal',
    imap: 'Ler a caixa postal',
    operator: 'Pelo sistema',
  },
  wayText: {
    off: 'O Balcão não lê as respostas: elas ficam na caixa postal do remetente.',
    imap: 'A cada dois minutos o Balcão procura as respostas na caixa postal. Os outros e-mails não são abertos nem marcados como lidos.',
    operator:
      'Quem responde escreve para um endereço em {domain}, que entrega a resposta aqui. Não precisa de caixa postal.',
  },
  host: 'Servidor IMAP',
  port: 'Porta',
  portHint: '993, ou 143 com STARTTLS',
  folder: 'Pasta',
  sameLogin: 'Entrar como no envio',
  sameLoginHint: 'Só no servidor do mesmo provedor.',
  user: 'Usuário',
  password: 'Senha',
  passwordKept: 'Guardada. Digite para trocar.',
  plus: 'Marcar o endereço de resposta',
  plusHint:
    'Acrescenta um código depois de um “+” no endereço. Ajuda quando o servidor troca a identificação do e-mail; a caixa postal precisa aceitar.',
  test: 'Testar',
  save: 'Salvar',
  saved: 'Respostas: configuração salva',
  works: 'Funciona, {ms} ms',
  readAt: 'Lida',
  never: 'Ainda não foi lida',
  again: 'Nova tentativa às {time}',
  failure: {
    notConfigured: 'Faltam o servidor ou o usuário',
    noPassword: 'Falta a senha da caixa postal',
    otherServer: 'A senha do envio só vale no servidor do mesmo provedor: digite a desta caixa postal',
    notPublic: 'O endereço do servidor não está na internet',
    unknownHost: 'O servidor não foi encontrado: confira o endereço',
    unreachable: 'O servidor não respondeu',
    timeout: 'O servidor demorou demais',
    notImap: 'Nesse endereço não há um servidor IMAP: confira a porta',
    noTls: 'A conexão segura não foi possível',
    login: 'O servidor recusou o usuário ou a senha',
    folder: 'Essa pasta não existe. O servidor tem estas:',
    busy: 'O servidor pediu para esperar',
    tooMuch: 'O servidor mandou mais do que uma caixa postal precisa',
    refused: 'O servidor recusou',
    cancelled: 'A leitura foi interrompida',
    signedOut: 'A conta de e-mail precisa entrar de novo',
    signIn: 'O provedor da conta não respondeu agora',
  },
  advice: {
    google:
      'Gmail: ative a verificação em duas etapas e crie uma senha de app em myaccount.google.com/apppasswords; ela também vale para ler.',
    microsoft:
      'Microsoft 365: a leitura com senha está desligada. Use a entrada com a conta Microsoft, ou receba as respostas pelo sistema.',
    off: 'Veja no painel da hospedagem se o IMAP está ligado para esta caixa postal, e use o endereço completo como usuário.',
  },
})
