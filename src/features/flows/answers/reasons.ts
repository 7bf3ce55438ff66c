/** What a flow says about an answer that does not fit, in the company's language. */
import type { PhoneRefusal } from '../../../contacts/phone'
import type { Language } from '../../../texts/languages'

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
  en: {
    noText: 'I need the answer as text.',
    tooLong: 'The answer is too long.',
    several: 'I found more than one value: please send just one.',
    noNumber: 'I found no number in the answer.',
    noEmail: 'I found no valid email address, such as name@example.com.',
    noCpf: 'This CPF is not valid: it has 11 digits.',
    noCnpj: 'This CNPJ is not valid: it has 14 letters and digits.',
    noDocument: 'This CPF or CNPJ is not valid.',
    noCep: 'This CEP is not valid: it has 8 digits.',
    noDate: 'I found no date, such as 31/12/2025.',
    noSuchDay: 'There is no such day in the calendar.',
    noTime: 'I found no time, such as 14:30.',
    noYesNo: 'Please answer yes or no.',
    noFile: 'I need a file or a picture.',
    'phone.none': 'I found no phone number.',
    'phone.several': 'I found more than one phone number: please send just one.',
    'phone.noAreaCode': 'The area code is missing.',
    'phone.areaCode': 'There is no such area code.',
    'phone.service': 'Service numbers such as 0800 do not work here: please send a mobile or landline number.',
    'phone.short': 'The phone number has too few digits.',
    'phone.long': 'The phone number has too many digits. A foreign number starts with +.',
    'phone.repeated': 'There is no such phone number.',
    'phone.wrong': 'There is no such phone number: please check area code and digits.',
    'phone.document': 'This looks like a CPF or CNPJ; I need a phone number.',
    'phone.rounded': 'I could not read the phone number: please send its digits.',
    'phone.hidden': 'I could not read the phone number: please send its digits.',
  },
  es: {
    noText: 'Necesito la respuesta en texto.',
    tooLong: 'La respuesta es demasiado larga.',
    several: 'Encontré más de un valor: envíe solo uno.',
    noNumber: 'No encontré un número en la respuesta.',
    noEmail: 'No encontré un correo válido, como nombre@ejemplo.com.',
    noCpf: 'Este CPF no es válido: tiene 11 números.',
    noCnpj: 'Este CNPJ no es válido: tiene 14 letras y números.',
    noDocument: 'Este CPF o CNPJ no es válido.',
    noCep: 'Este CEP no es válido: tiene 8 números.',
    noDate: 'No encontré una fecha, como 31/12/2025.',
    noSuchDay: 'Esta fecha no existe en el calendario.',
    noTime: 'No encontré una hora, como 14:30.',
    noYesNo: 'Responda sí o no.',
    noFile: 'Necesito un archivo o una foto.',
    'phone.none': 'No encontré un número de teléfono.',
    'phone.several': 'Encontré más de un teléfono: envíe solo uno.',
    'phone.noAreaCode': 'Falta el código de área del teléfono.',
    'phone.areaCode': 'Este código de área no existe.',
    'phone.service': 'Los números de servicio, como 0800, no sirven: envíe un móvil o fijo.',
    'phone.short': 'Al teléfono le faltan dígitos.',
    'phone.long': 'El teléfono tiene dígitos de más. De otro país, empiece con +.',
    'phone.repeated': 'Este teléfono no existe.',
    'phone.wrong': 'Este teléfono no existe: revise el código de área y los dígitos.',
    'phone.document': 'Esto parece un CPF o CNPJ; necesito un teléfono.',
    'phone.rounded': 'No pude leer el teléfono: envíe los números.',
    'phone.hidden': 'No pude leer el teléfono: envíe los números.',
  },
  tr: {
    noText: 'Yanıtı yazı olarak almam gerekiyor.',
    tooLong: 'Yanıt çok uzun.',
    several: 'Birden fazla değer buldum: lütfen yalnızca birini gönderin.',
    noNumber: 'Yanıtta bir sayı bulamadım.',
    noEmail: 'Geçerli bir e-posta adresi bulamadım; örnek: ad@ornek.com.',
    noCpf: 'Bu CPF geçerli değil: 11 rakamdan oluşur.',
    noCnpj: 'Bu CNPJ geçerli değil: 14 harf ve rakamdan oluşur.',
    noDocument: 'Bu CPF veya CNPJ geçerli değil.',
    noCep: 'Bu CEP geçerli değil: 8 rakamdan oluşur.',
    noDate: 'Bir tarih bulamadım; örnek: 31/12/2025.',
    noSuchDay: 'Takvimde böyle bir gün yok.',
    noTime: 'Bir saat bulamadım; örnek: 14:30.',
    noYesNo: 'Lütfen evet ya da hayır yazın.',
    noFile: 'Bir dosya veya fotoğraf gerekiyor.',
    'phone.none': 'Bir telefon numarası bulamadım.',
    'phone.several': 'Birden fazla telefon buldum: lütfen yalnızca birini gönderin.',
    'phone.noAreaCode': 'Telefonun alan kodu eksik.',
    'phone.areaCode': 'Böyle bir alan kodu yok.',
    'phone.service': '0800 gibi hizmet numaraları olmaz: cep veya sabit hat numarası gönderin.',
    'phone.short': 'Telefonda eksik rakam var.',
    'phone.long': 'Telefonda fazla rakam var. Yabancı numara + ile başlar.',
    'phone.repeated': 'Böyle bir telefon yok.',
    'phone.wrong': 'Böyle bir telefon yok: alan kodunu ve rakamları kontrol edin.',
    'phone.document': 'Bu bir CPF veya CNPJ’ye benziyor; telefon gerekiyor.',
    'phone.rounded': 'Telefonu okuyamadım: rakamlarını gönderin.',
    'phone.hidden': 'Telefonu okuyamadım: rakamlarını gönderin.',
  },
}
