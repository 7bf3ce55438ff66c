/** Setting up a number of WhatsApp’s official channel. */
import { defineTexts } from '../../../shared/i18n/define'

export const official = defineTexts('connections', (language) => import(`./official.${language}.json`), {
  official: {
    title: 'Conectar o WhatsApp oficial',
    renewTitle: 'Renovar o acesso de {name}',
    sealed: 'Os valores ficam cifrados nesta máquina e não aparecem de novo.',
    dashboard: 'Abrir o painel da Meta',
    renew: 'Gere outro token no painel da Meta. O que está em uso não aparece; vazio, continua como está.',
    newField: {
      accessToken: 'Novo token permanente',
      appSecret: 'Nova chave secreta do app',
    },
    finish: 'Concluir',
    finishLater: 'Terminar depois',
    part: {
      number: 'O número',
      values: 'Os valores da Meta',
      webhook: 'Aviso de mensagens (webhook)',
    },
    kind: {
      coexist: 'O mesmo número continua no celular',
      own: 'Um número só para o Balcão',
    },
    kindText: {
      coexist: 'O aplicativo WhatsApp Business e o Balcão juntos. O que se escreve no celular aparece aqui.',
      own: 'O número sai do aplicativo. As conversas de lá não vêm.',
    },
    connectionName: 'Nome da conexão',
    field: {
      phoneNumberId: 'ID do número',
      businessAccountId: 'ID da conta (WABA)',
      accessToken: 'Token permanente',
      appSecret: 'Chave secreta do app',
    },
    where: {
      phoneNumberId: 'Painel do app, *WhatsApp › Configuração da API*, De',
      businessAccountId: 'Na mesma página, logo abaixo do número',
      accessToken: '*Usuários do sistema*, Gerar token, com as 2 permissões de WhatsApp',
      appSecret: '*Configurações do app › Básico*. Confere a assinatura do que chega',
    },
    wrong: {
      digits: 'Este ID tem só números.',
      same: 'Este é o ID do número, repetido. O da conta é outro.',
      token: 'Um token é uma palavra longa, sem espaços.',
      secret: 'A chave secreta é uma palavra sem espaços, em geral de 32 sinais.',
    },
    checks: 'Conferência',
    check: 'Conferir',
    checking: 'Perguntando à Meta…',
    notChecked: 'Cada valor é conferido ao sair do campo',
    open: {
      zero: 'nada falta',
      one: '{count} coisa falta',
      other: '{count} coisas faltam',
    },
    waits: 'espera o valor',
    name: {
      number: 'Número',
      account: 'Conta',
      token: 'Token',
      secret: 'Chave secreta',
      permissions: 'Permissões',
    },
    good: {
      number: 'Número encontrado',
      account: 'Conta encontrada',
      token: 'Token aceito',
      secret: 'Chave secreta confere',
      permissions: 'Permissões completas',
    },
    bad: {
      number: 'Número não encontrado',
      account: 'Conta não encontrada',
      token: 'Token recusado',
      secret: 'A chave secreta não é deste app',
      permissions: 'Falta uma permissão',
    },
    fault: {
      notFound: 'A Meta respondeu: {answer}',
      notRegistered: '{answer}: ainda não está registrado na Cloud API. Termine o cadastro dele na Meta.',
      otherNumber: 'Esta conta existe, mas o número não é dela.',
      refused: 'A Meta respondeu: {answer}',
      ended: 'Este token não vale mais. Gere outro, sem data de validade.',
      otherApp: 'O token é de um app, e a chave secreta, de outro.',
      missing: 'Gere o token com: {answer}',
    },
    webhook: {
      address: 'Endereço',
      addressWhere: '*WhatsApp › Configuração › Webhook*, URL de retorno',
      token: 'Token de verificação',
      tokenWhere: 'Logo abaixo, no mesmo formulário',
      later: 'Salve os dois lá depois de Conectar: a Meta confere na hora.',
      now: 'Agora salve os dois lá: a Meta confere na hora.',
      fields: 'Depois, assine',
      called: 'A Meta avisa este endereço',
      notCalled: 'Webhook ainda não chamado',
      after: 'depois de Conectar',
      byItself: 'A Meta chama na hora em que se salva lá. Esta linha muda sozinha.',
    },
    coexist: {
      title: 'Ligar o celular na Meta',
      open: 'Abrir o cadastro de números da Meta',
      openText:
        'No Gerenciador do WhatsApp, Adicionar número, escolha conectar um aplicativo WhatsApp Business que já existe.',
      scan: 'Ler o QR code no aplicativo do celular',
      scanText:
        'WhatsApp Business › Configurações › Plataforma comercial. O número não é registrado de novo e nada sai do celular.',
      values: 'Trazer os valores desse número',
      valuesText: 'A Meta os mostra depois do QR code. Eles entram logo abaixo e são conferidos.',
      history: 'Receber contatos e até 6 meses de conversas',
      historyText:
        'Vêm sozinhos depois de Conectar. A Meta às vezes não envia o histórico; sem ele a conexão funciona igual.',
      note: 'Grupos e ligações ficam só no celular. Abra o aplicativo toda semana: parado por muito tempo, a Meta desfaz a ligação.',
      price: 'O que muda no preço',
      prices: {
        phone: 'Escrever no celular',
        answer: 'Responder pelo Balcão, nas 24 h',
        template: 'Começar conversa com modelo',
      },
      costs: {
        phone: 'sem custo',
        answer: '1.000 grátis por mês, depois por mensagem',
        template: 'por mensagem, pela categoria',
      },
    },
  },
})
