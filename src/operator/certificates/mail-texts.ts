/** What the mail about a certificate says, and what keeps it from coming. */
import type { Language } from '../../texts/languages'
import type { Cause } from './contract'
import en from './mail-texts.en.json'
import es from './mail-texts.es.json'
import tr from './mail-texts.tr.json'

type MailTexts = {
  readonly subject: string
  readonly expiredSubject: string
  readonly failed: string
  readonly ends: string
  readonly expired: string
  readonly none: string
  readonly answer: string
  readonly look: string
  readonly causes: Readonly<Record<Cause, string>>
}

export const mailTexts: Readonly<Record<Language, MailTexts>> = {
  'pt-BR': {
    subject: 'O certificado de {name} não foi renovado',
    expiredSubject: 'O certificado de {name} venceu',
    failed: 'Tentativas com falha desde a última renovação: {failures}.',
    ends: 'O certificado vence em {date}. Até lá tudo funciona.',
    expired:
      'O certificado venceu em {date}: os navegadores barram a entrada. As conexões do WhatsApp seguem recebendo.',
    none: 'Ainda não há certificado para este endereço.',
    answer: 'Resposta da autoridade: {detail}',
    look: 'Veja o que falta em Instalação, aba Endereço',
    causes: {
      dns: 'O domínio não aponta para esta máquina: corrija o registro A ou AAAA.',
      firewall: 'A autoridade não alcançou esta máquina: abra as portas 80 e 443 no firewall e no provedor.',
      otherServer: 'Outro servidor respondeu à conferência: o domínio ou um proxy leva a outra máquina.',
      port80Taken: 'Outro programa ocupa a porta 80: pare-o, ou deixe-o repassar /.well-known/acme-challenge/.',
      port443Taken: 'Outro programa ocupa a porta 443: pare-o, ou escolha “Já tenho um proxy”.',
      portForbidden: 'O serviço não pode abrir a porta 80: execute ./install.sh de novo.',
      caa: 'O registro CAA do domínio não permite esta autoridade: inclua-a ou remova o registro.',
      rateLimited: 'A autoridade recebeu pedidos demais: espere, a próxima tentativa já está marcada.',
      rejectedName: 'A autoridade não certifica este nome: confira o domínio.',
      externalAccount: 'A autoridade pede uma conta dela: informe a chave em Ajustes, Autoridade.',
      profile: 'A autoridade não certifica endereços IP: use um domínio.',
      terms: 'A autoridade mudou seus termos e pede que sejam aceitos na página dela.',
      authority: 'A autoridade não respondeu: confira a saída para a internet; a próxima tentativa já está marcada.',
      clock: 'O relógio da máquina está errado: ative a sincronização (timedatectl set-ntp true).',
      files: 'Os arquivos do certificado não podem ser lidos, ou a chave não é a dele.',
      refused: 'A autoridade recusou por outro motivo.',
    },
  },
  en,
  es,
  tr,
}
