/** Texts of the page about the installation. */
import { defineTexts } from '../../shared/i18n/define'

export const texts = defineTexts('installation', (language) => import(`./texts.${language}.json`), {
  title: 'Instalação',
  uptime: '{version}, no ar há {span}',
  live: 'ao vivo',
  notLive: 'sem atualização',
  failed: 'Não foi possível ler a instalação',
  tab: {
    address: 'Endereço',
    update: 'Atualização',
    machines: 'Máquinas',
  },
  head: {
    off: 'O proxy traz o TLS',
    plain: 'Sem TLS',
    waiting: 'Sem certificado',
    running: 'Pedindo o certificado',
    good: 'Certificado em dia',
    goodIp: 'Certificado do IP em dia',
    failing: {
      one: 'A renovação falhou',
      other: 'A renovação falhou {n} vezes',
    },
    ending: 'O certificado está para vencer',
    expired: 'O certificado venceu',
    missing: 'Ainda sem certificado',
  },
  text: {
    off: 'Este programa responde sem TLS na porta {port}. Certificado e endereço são do proxy.',
    plain:
      'Esta página veio sem TLS. Escolha abaixo como as pessoas chegam: sem https não há microfone, notificações nem passkeys.',
    waiting: 'O pedido para {name} começa em instantes.',
    running: 'A autoridade confere {name}. Leva de segundos a poucos minutos, e ninguém cai.',
    good: '{name}, {issuer}, vence em {to}. Renova sozinho a partir de *{next}*.',
    goodIp: '{name}, vale {hours} horas. Renova a cada 2 dias; a próxima é *{next}*.',
    files: '{name}, {issuer}, vence em *{to}*. Quando os arquivos mudam, o novo entra em uso sozinho.',
    failing: 'O certificado vence *em {span}*, em {to}. Até lá tudo funciona. Próxima tentativa: {next}.',
    expired: 'Venceu em {to}. O navegador barra a entrada até que um novo chegue. Próxima tentativa: {next}.',
    expiredFiles: 'Venceu em {to}. Ponha um novo nos mesmos arquivos: ele entra em uso sozinho.',
    missing: 'Até que ele chegue, {name} não abre com https. Próxima tentativa: {next}.',
    missingFiles: 'Os arquivos não podem ser lidos, ou a chave não é a do certificado.',
  },
  days: {
    one: '{n} dia',
    other: '{n} dias',
  },
  renew: 'Renovar agora',
  tryNow: 'Tentar agora',
  ways: 'Como as pessoas chegam',
  kind: {
    domain: 'Com domínio',
    ip: 'Só o IP',
    files: 'Certificado meu',
    proxy: 'Já tenho um proxy',
  },
  domain: 'Domínio',
  domainHint: 'Sem https:// nem porta. Um registro A aponta para {address}',
  domainHintPlain: 'Um registro A apontando para o IP público desta máquina',
  domainFiles: 'Domínio a mostrar',
  domainFilesHint: 'Vazio: o primeiro nome do certificado',
  ip: 'IP público',
  ipHint: 'O endereço pelo qual a internet alcança esta máquina',
  email: 'E-mail para avisos da autoridade',
  emailHint: 'Só ela usa este endereço',
  cert: 'Arquivo do certificado',
  certHint: 'Caminho no servidor, com a cadeia em PEM',
  key: 'Arquivo da chave',
  keyHint: 'Caminho no servidor; o conteúdo nunca passa por aqui',
  save: 'Salvar e pedir o certificado',
  savePlain: 'Salvar',
  saved: 'Endereço salvo.',
  renewing: 'Pedido começado.',
  byEnvironment: 'Definido pelo ambiente do servidor: {variable}',
  ipNote:
    'Com o IP só há 6 dias de folga: duas renovações seguidas com falha e ninguém entra. Um domínio custa perto de R$ 40 por ano e dá 30 dias.',
  proxyNote: 'Diga ao servidor o endereço do proxy com BALCAO_PUBLIC_URL e BALCAO_TRUST_PROXY.',
  checks: 'O que foi conferido',
  checkAgain: 'Conferir de novo',
  checkedAgo: 'conferido {ago}',
  check: {
    name: {
      here: {
        title: 'O domínio aponta para esta máquina',
        text: '{detail}',
      },
      cloudflare: {
        title: 'O domínio passa pela Cloudflare',
        text: 'Funciona, mas o modo “Flexível” faz a conferência dar voltas. Use “Completo (estrito)”.',
      },
      private: {
        title: 'O endereço é de uma rede interna',
        text: '{detail}. A autoridade só alcança endereços públicos: corrija o registro A.',
      },
      unknownName: {
        title: 'O domínio não existe no DNS',
        text: 'Crie um registro A de {detail} para o IP público desta máquina. A mudança pode levar até uma hora.',
      },
      otherServer: {
        title: 'O domínio leva a outro servidor',
        text: '{detail} respondeu no lugar desta máquina. Corrija o registro A ou AAAA.',
      },
      otherProgram: {
        title: 'Outro programa responde na porta 80',
        text: '{detail}: o domínio está certo, mas a conferência não chega aqui.',
      },
      unreached: {
        title: 'Não deu para alcançar o domínio daqui',
        text: '{detail}. Muitas redes não deixam a máquina chegar a si mesma por fora: o que conta é a autoridade.',
      },
    },
    port80: {
      open: {
        title: 'Porta 80 livre e aberta',
        text: 'usada só na conferência da autoridade, o resto vai para a 443',
      },
      closed: {
        title: 'Porta 80 fechada',
        text: 'abre quando o endereço for salvo',
      },
      taken: {
        title: 'Outro programa ocupa a porta 80',
        text: '{detail}. Pare-o, ou deixe-o repassar /.well-known/acme-challenge/ para a porta {port}.',
      },
      forbidden: {
        title: 'Sem permissão para a porta 80',
        text: 'Execute ./install.sh de novo: ele dá a permissão sem root.',
      },
      failed: {
        title: 'A porta 80 não abriu',
        text: '{detail}',
      },
    },
    port443: {
      open: {
        title: 'Porta 443 aberta',
        text: 'TLS 1.3 e 1.2',
      },
      closed: {
        title: 'Porta 443 espera o certificado',
        text: 'abre assim que ele chegar',
      },
      taken: {
        title: 'Outro programa ocupa a porta 443',
        text: '{detail}. Pare-o, ou escolha “Já tenho um proxy”.',
      },
      forbidden: {
        title: 'Sem permissão para a porta 443',
        text: 'Execute ./install.sh de novo: ele dá a permissão sem root.',
      },
      failed: {
        title: 'A porta 443 não abriu',
        text: '{detail}',
      },
    },
    clock: {
      right: {
        title: 'Relógio certo',
        text: 'diferença de {detail} s',
      },
      wrong: {
        title: 'Relógio errado',
        text: 'diferença de {detail} s: certificados parecem vencidos. Ative a sincronização: timedatectl set-ntp true',
      },
    },
    files: {
      valid: {
        title: 'Certificado e chave combinam',
        text: '{detail}',
      },
      expired: {
        title: 'O certificado dos arquivos venceu',
        text: 'Ponha um novo nos mesmos arquivos.',
      },
      unreadable: {
        title: 'Os arquivos não podem ser lidos',
        text: 'O serviço precisa de permissão de leitura, e a chave deve ser a do certificado.',
      },
    },
  },
  cause: {
    dns: {
      title: 'O domínio não aponta para esta máquina',
      text: 'Corrija o registro A ou AAAA no seu DNS.',
    },
    firewall: {
      title: 'A autoridade não alcançou esta máquina',
      text: 'Abra as portas 80 e 443 no firewall e no painel do provedor.',
    },
    otherServer: {
      title: 'Outro servidor respondeu à conferência',
      text: 'O domínio ou um proxy leva a outra máquina: confira o DNS e o que está na frente.',
    },
    port80Taken: {
      title: 'Outro programa ocupa a porta 80',
      text: 'Pare-o, ou deixe-o repassar /.well-known/acme-challenge/ para a porta {port}.',
    },
    port443Taken: {
      title: 'Outro programa ocupa a porta 443',
      text: 'Pare-o, ou escolha “Já tenho um proxy”.',
    },
    portForbidden: {
      title: 'Sem permissão para as portas 80 e 443',
      text: 'Execute ./install.sh de novo: ele dá a permissão sem root.',
    },
    caa: {
      title: 'O registro CAA não permite esta autoridade',
      text: 'Inclua-a no registro CAA do domínio, ou remova o registro.',
    },
    rateLimited: {
      title: 'A autoridade recebeu pedidos demais',
      text: 'Espere: a próxima tentativa já está marcada para quando ela aceitar.',
    },
    rejectedName: {
      title: 'A autoridade não certifica este nome',
      text: 'Confira se o domínio está escrito como no seu registro.',
    },
    externalAccount: {
      title: 'A autoridade pede uma conta dela',
      text: 'Informe a chave que ela dá em Ajustes, Autoridade de certificados.',
    },
    profile: {
      title: 'A autoridade não certifica endereços IP',
      text: 'Use um domínio, ou a Let’s Encrypt.',
    },
    terms: {
      title: 'A autoridade mudou seus termos',
      text: 'Aceite-os na página dela; o endereço está na resposta.',
    },
    authority: {
      title: 'A autoridade não respondeu',
      text: 'Confira se esta máquina alcança a internet. A próxima tentativa já está marcada.',
    },
    clock: {
      title: 'O relógio da máquina está errado',
      text: 'Ative a sincronização: timedatectl set-ntp true',
    },
    files: {
      title: 'Os arquivos não podem ser lidos',
      text: 'O serviço precisa de permissão de leitura, e a chave deve ser a do certificado.',
    },
    refused: {
      title: 'A autoridade recusou',
      text: 'Resposta: {detail}',
    },
  },
  nginx: 'Copiar trecho do nginx',
  unnamed: 'um programa que não diz o nome',
  works: 'O que funciona com ele',
  work: {
    voice: 'Microfone e mensagens de voz',
    push: 'Notificações no celular',
    app: 'Instalar como aplicativo',
    passkey: 'Entrar com passkey',
    meta: 'Webhooks da Meta',
    needsTls: '{what}: precisa de https',
    needsDomain: '{what}: precisa de domínio',
  },
  ifExpired: 'Se vencer',
  ifExpiredText: {
    one: 'O navegador barra a entrada da empresa. As conexões do WhatsApp seguem recebendo, e nada se perde.',
    other: 'O navegador barra a entrada das {n} empresas. As conexões do WhatsApp seguem recebendo, e nada se perde.',
  },
  attempts: 'Últimas tentativas',
  noAttempts: 'Nenhuma ainda',
  attempt: {
    running: 'Em curso',
    issued: 'Emitido',
    renewed: 'Renovado',
    failed: 'Recusada',
    interrupted: 'Interrompida',
    took: 'em {span}, sem derrubar ninguém',
    restarted: 'o servidor reiniciou; a seguinte continua o pedido',
  },
})
