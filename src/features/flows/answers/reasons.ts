/** What a flow says about an answer that does not fit, in the company's language. */
import type { PhoneRefusal } from '../../../contacts/phone'
import type { Language } from '../../../texts/languages'
import en from './reasons.en.json'
import es from './reasons.es.json'
import tr from './reasons.tr.json'

type Plain =
  | 'noText'
  | 'tooLong'
  | 'several'
  | 'noNumber'
  | 'noEmail'
  | 'noCpf'
  | 'noCnpj'
  | 'noDocument'
  | 'noCep'
  | 'noDate'
  | 'noSuchDay'
  | 'noTime'
  | 'noYesNo'
  | 'noFile'
export type Reason = Plain | `phone.${PhoneRefusal}`

export const reasons: Readonly<Record<Language, Readonly<Record<Reason, string>>>> = {
  'pt-BR': {
    noText: 'Preciso da resposta em texto.',
    tooLong: 'A resposta ficou longa demais.',
    several: 'Encontrei mais de um valor: envie só um.',
    noNumber: 'Não encontrei um número na resposta.',
    noEmail: 'Não encontrei um e-mail válido, como nome@exemplo.com.',
    noCpf: 'Este CPF não confere: são 11 números.',
    noCnpj: 'Este CNPJ não confere: são 14 letras e números.',
    noDocument: 'Este CPF ou CNPJ não confere.',
    noCep: 'Este CEP não confere: são 8 números.',
    noDate: 'Não encontrei uma data, como 31/12/2025.',
    noSuchDay: 'Esta data não existe no calendário.',
    noTime: 'Não encontrei um horário, como 14:30.',
    noYesNo: 'Responda com sim ou não.',
    noFile: 'Preciso de um arquivo ou de uma foto.',
    'phone.none': 'Não encontrei um número de telefone.',
    'phone.several': 'Encontrei mais de um telefone: envie só um.',
    'phone.noAreaCode': 'Falta o DDD no telefone.',
    'phone.areaCode': 'Este DDD não existe.',
    'phone.service': 'Números como 0800 e 4004 não servem: envie um celular ou fixo com DDD.',
    'phone.short': 'Faltam dígitos no telefone.',
    'phone.long': 'Há dígitos demais no telefone. De outro país, comece com +.',
    'phone.repeated': 'Este telefone não existe.',
    'phone.wrong': 'Este telefone não existe: confira o DDD e os dígitos.',
    'phone.document': 'Isto parece um CPF ou CNPJ; preciso de um telefone.',
    'phone.rounded': 'Não consegui ler o telefone: envie os números com DDD.',
    'phone.hidden': 'Não consegui ler o telefone: envie os números com DDD.',
  },
  en,
  es,
  tr,
}
