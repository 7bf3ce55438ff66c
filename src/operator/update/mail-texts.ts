/** What the mails about updates say. */
import type { Language } from '../../texts/languages'
import type { PreparationFault } from './contract'
import en from './mail-texts.en.json'
import es from './mail-texts.es.json'
import tr from './mail-texts.tr.json'

type MailTexts = {
  readonly goodSubject: string
  readonly good: string
  readonly backSubject: string
  readonly back: string
  readonly brokenSubject: string
  readonly broken: string
  readonly failedSubject: string
  readonly failed: string
  readonly rollGoodSubject: string
  readonly rollGood: string
  readonly rollStoppedSubject: string
  readonly rollStopped: string
  readonly cause: string
  readonly look: string
  readonly faults: Readonly<Record<PreparationFault, string>>
}

export const mailTexts: Readonly<Record<Language, MailTexts>> = {
  'pt-BR': {
    goodSubject: 'Balcão atualizado para a {version}',
    good: 'A {version} está em uso desde {date}. Antes dela rodava a {from}.',
    backSubject: 'A atualização para a {version} não passou na prova',
    back: 'O servidor voltou sozinho para a {from} em {date}. Nada se perdeu.',
    brokenSubject: 'A versão {version} precisa de atenção',
    broken:
      'A {version} não passou na prova depois de começar a atender, e a {from} não conhece mais os dados. A {version} continua em uso.',
    failedSubject: 'A atualização para a {version} não começou',
    failed: 'A {from} continua em uso e nada mudou.',
    rollGoodSubject: 'Balcão {version} em todas as máquinas',
    rollGood: 'Todas as máquinas da instalação usam a {version}.',
    rollStoppedSubject: 'A atualização parou em {machine}',
    rollStopped:
      'A {version} não passou na prova em {machine}, que segue com a anterior. As outras máquinas não foram mexidas.',
    cause: 'Motivo: {cause}',
    look: 'Veja cada passo em Instalação, aba Atualização',
    faults: {
      noSpace: 'falta espaço no disco para o programa.',
      unreachable: 'o endereço das versões não respondeu.',
      notFound: 'o programa não está mais no endereço das versões.',
      status: 'o endereço das versões recusou o programa.',
      redirects: 'o endereço das versões levou a lugar nenhum.',
      cut: 'o programa chegou cortado.',
      slow: 'o programa demorou demais para chegar.',
      tooLong: 'chegou outra coisa no lugar do programa: é maior do que o assinado.',
      hash: 'o programa que chegou não é o assinado.',
      notRunnable: 'o programa não roda nesta máquina.',
      backup: 'a cópia de segurança não ficou boa.',
      drain: 'as empresas não saíram da máquina.',
      cancelled: 'foi cancelada.',
      stopped: 'o servidor parou antes.',
    },
  },
  en,
  es,
  tr,
}
