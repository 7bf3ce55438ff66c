/** The operator’s app at Meta: what it is for, and what to register there. */
import { defineTexts } from '../../../shared/i18n/define'

export const metaApp = defineTexts('operatorSettings', (language) => import(`./metaApp.${language}.json`), {
  metaApp: {
    works: 'Funciona.',
    pages: {
      name: 'Messenger e Instagram: as empresas entram na Meta e escolhem as páginas',
      missing: 'Faltam o ID e a chave secreta do aplicativo, ou o endereço https.',
    },
    coexistence: {
      name: 'WhatsApp oficial pela entrada na Meta, também com o número que continua no celular',
      missing:
        'Faltam o ID, a chave secreta ou o ID da configuração de login; e a Meta precisa aprovar o aplicativo como Tech Provider.',
    },
    webhooks: {
      name: 'Aviso de mensagens (webhook) deste aplicativo',
      missing: 'Falta o token de verificação, ou o endereço https.',
    },
    ownApps: {
      name: 'WhatsApp oficial com o aplicativo da própria empresa',
      missing: 'Só falta o endereço https. O resto cada empresa informa em Conexões.',
    },
    plain: 'A Meta só chama endereços https públicos. Abra esta página por um deles, ou defina BALCAO_PUBLIC_URL.',
    dashboard: 'Abrir o painel de aplicativos da Meta',
    copy: 'Copiar: {name}',
    address: {
      webhook: {
        name: 'Endereço do webhook',
        where: 'Em Webhooks, para Page, Instagram e WhatsApp Business Account: URL de retorno.',
      },
      signIn: {
        name: 'Endereço de retorno do login',
        where: 'Em Login do Facebook, Configurações: URIs de redirecionamento do OAuth válidos.',
      },
      deauthorize: {
        name: 'Endereço de desautorização',
        where: 'Na mesma página: URL de retorno de chamada de desautorização.',
      },
      deletion: {
        name: 'Endereço de exclusão de dados',
        where: 'Na mesma página: URL de retorno de solicitação de exclusão de dados.',
      },
    },
  },
})
