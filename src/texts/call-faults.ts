import en from './call-faults.en.json'
import es from './call-faults.es.json'
import tr from './call-faults.tr.json'
/** Why a call of an integration was of no use: for the lists of calls, and for the note in a conversation. */
export const callFaults = {
  'pt-BR': {
    timeout: 'sem resposta em 10 s',
    unreachable: 'servidor fora do ar',
    notPublic: 'endereço não permitido',
    tooLong: 'resposta grande demais',
    tooManyMessages: 'mensagens demais: as pessoas assumem',
    tooCostly: 'cálculo demais em um bloco',
    html: 'resposta é uma página',
    notJson: 'resposta não é texto nem JSON',
    nothingSaid: 'resposta sem nenhum campo conhecido',
    secret: 'segredo ilegível: cadastre de novo',
    access: 'chave recusada',
    missing: 'integração excluída',
    paused: 'está pausada',
    late: 'tarde demais',
    state: 'estado grande demais',
    noMessages: 'o fluxo não disse nada',
    empty: 'arquivo vazio',
    redirects: 'redirecionamentos demais',
    encoding: 'compressão desconhecida',
    error: 'erro interno',
  },
  en,
  es,
  tr,
}
