/**
 * Short sentences that ask for no more messages: "quero sair", "me tira da lista", "stop sending me messages". A whole message
 * has to be one of them, so that "quero sair do plano" and "me tira da lista de espera" are none. Text is folded, without
 * punctuation. Pure.
 */

/** Around the sentence, they change nothing. */
const courtesy =
  /^(?:(?:oi|ola|opa|eu|gente|pessoal|olha|entao|desculpa|desculpe|bom dia|boa (?:tarde|noite)|por (?:favor|gentileza)|favor|pfv?|hi|hello|hey|please|pls|sorry|hola|yo|buen(?:os|as) (?:dias|tardes|noches)|porfa(?:vor)?|merhaba|lutfen|artik|ben) )+|(?: (?:por (?:favor|gentileza)|pfv?|ok|agora|ja|obrigad[oa]|obg|grat[oa]|valeu|please|pls|now|thanks|thank you|porfa(?:vor)?|ya|gracias|lutfen|artik|tesekkur(?:ler| ederim)))+$/g

/** "N quero mais receber" says "não", as "ñ" does, which folds to the same. */
export const withoutCourtesy = (folded: string): string =>
  folded.replace(courtesy, '').replace(/^n (?=quero|queria|desejo|me|mand|envi|autorizo)/, 'nao ')

/** Alternatives. */
const any = (...words: readonly string[]) => `(?:${words.join('|')})`

// Portuguese
const list = `(?:da|desta|dessa|das|dessas|de sua|da sua) (?:listas?|campanhas?|divulgacao|transmissao)(?: de (?:transmissao|contatos?|envios?|mensagens|divulgacao|promocoes|whatsapp|zap))?(?: de (?:voces|vcs))?`
const messages = `(?:mais |nenhuma? |as |essas? |esses? |estas? |suas |tantas? |tipo de |de )*(?:mensagens|mensagem|msgs?|promocoes|promocao|propagandas?|ofertas?|anuncios?|publicidade|divulgacao|divulgacoes|spams?)(?: (?:promociona(?:l|is)|automaticas?|assim|de (?:propaganda|promocao|marketing|voces|vcs)))?`
const from = `(?: (?:de (?:voces|vcs)|d[ae]sse numero|deste numero|por aqui|aqui|no (?:meu )?(?:whatsapp|whats|zap|celular|numero)|pra mim|para mim))?`
const anything = any(messages, 'nada', 'isso', 'isto')
const wish = '(?:quero|queria|gostaria de|desejo)'
const ask = '(?:(?:quero que|peco que|podem?|poderiam?|solicito|voces podem|vc pode) )?'
const remove = 'remov(?:e|a|am|er)'
const unsubscribe = '(?:descadastr|desinscrev)(?:a|am|e|em|ar|er)'
const take = 'tir(?:a|e|em|ar)|retir(?:a|e|em|ar)|exclu(?:a|i|am|ir)'
const send = 'mand(?:e|em|ar)|envi(?:e|em|ar)|encaminh(?:e|em|ar)|perturbem?|incomodem?'
const portuguese = [
  `(?:${wish} )?(?:sair|(?:me )?(?:descadastrar|desinscrever)|ser (?:descadastrad|removid|retirad|excluid)[oa])(?: ${list})?`,
  `(?:vou|posso|preciso|como|como faco (?:para|pra)) (?:sair|(?:me )?descadastrar) ${list}`,
  `${ask}me ${any(remove, unsubscribe)}(?: ${any(list, 'daqui')})?`,
  `${ask}me ${any(take)} ${any(list, 'daqui')}`,
  `${any(remove, unsubscribe, take)} me(?: ${list})?`,
  `${ask}${any(remove, take, 'apag(?:a|ue|uem|ar)')} (?:o )?(?:meu|este|esse) (?:numero|contato|telefone|zap|whatsapp)(?: ${any(list, 'daqui')})?`,
  `${ask}${any(remove, take)} (?:o )?meu nome ${list}`,
  `nao (?:quero|queria|desejo|gostaria de)(?: mais)? receber(?: mais)?(?: ${any(messages, 'nada')})?${from}`,
  `nao (?:quero|desejo) ${any('mais receber', 'receber mais')} ${any('isso', 'isto')}${from}`,
  `nao quero(?: mais)? ${messages}${from}`,
  `${any(wish, 'prefiro')} nao receber(?: mais)?(?: ${any(messages, 'nada')})?${from}`,
  `nao (?:me )?${any(send)}(?: me)? mais(?: ${anything})?${from}`,
  `nao me ${any('manda', 'envia')} mais(?: ${anything})?${from}`,
  `nao (?:me )?${any(send, 'manda', 'envia')} (?:mais )?${messages}${from}`,
  `${ask}(?:para|pare|parem|parar) de (?:me )?(?:mandar|enviar|encaminhar|perturbar|incomodar)(?: me)?(?: ${anything})?${from}`,
  `(?:para|pare|parem) com ${messages}`,
  `(?:${any(wish, 'como', 'como faco (?:para|pra)')} (?:parar|paro|deixar|deixo) de receber|quero parar de receber)(?: ${anything})?${from}`,
  `parar de receber ${messages}${from}`,
  `(?:${wish} )?cancel(?:a|e|em|ar) (?:o )?(?:recebimento|envio)(?: (?:de|das|dessas) ${messages})?`,
  `nao autorizo (?:mais )?(?:o )?(?:envio|recebimento)(?: de)? ${messages}${from}`,
  `(?:chega|basta) de ${messages}`,
  `sem mais ${messages}`,
  `(?:${wish} )?cancel(?:a|e|em|ar) (?:a |minha |a minha )?inscricao`,
  `parem`,
]

// English
const texts =
  '(?:any )?(?:more )?(?:of )?(?:these |those |your |the )?(?:automated |promotional |marketing )?(?:messages?|texts?|msgs?|spam|ads|promotions)'
const english = [
  `(?:i )?(?:want|would like|d like|wish|need) to (?:unsubscribe|opt out|be removed)(?: from (?:the|this|your) list)?`,
  `(?:can you |could you |just )?(?:unsubscribe me|opt me out|remove (?:me|my number)|take me off|take my number off)(?: (?:from|of) (?:the|this|your)(?: (?:mailing|contact|broadcast))? list| (?:the|this|your)(?: (?:mailing|contact|broadcast))? list)?`,
  `(?:please )?stop (?:sending|texting|messaging|spamming)(?: me)?(?: ${any(texts, 'this', 'these')})?`,
  `stop ${any(texts)}`,
  `(?:do not|don t|dont) (?:send|text|message|contact|write to) me(?: ${any(texts, 'this')})?(?: (?:anymore|any more|again|ever again))?`,
  `(?:i )?(?:do not|don t|dont) want (?:(?:to (?:receive|get) )?${texts}|to (?:receive|get) (?:this|these))(?: (?:anymore|any more|from you))*`,
  `no more ${any('messages', 'texts', 'msgs', 'spam')}`,
]

// Spanish
const lista = 'de (?:la|esta|esa|su|tu) lista(?: de (?:difusion|contactos|envios?))?'
const mensajes =
  '(?:mas |ningun |los |las |estos |estas |esos |sus )*(?:mensajes?|msjs?|promociones|promocion|publicidad|propagandas?|ofertas|anuncios|spam)'
const de = '(?: (?:de ustedes|de este numero|por aqui|por whatsapp))?'
const spanish = [
  `(?:quiero|quisiera|deseo|me gustaria) (?:salir(?:me)?|desuscribirme|darme de baja|ser eliminad[oa] ${lista})(?: ${lista})?`,
  `salir(?:me)? ${lista}`,
  `(?:desuscribir|desuscribirme|desuscribanme|desuscribame)`,
  `(?:quiero que |pueden? )?me (?:den|de|dan) de baja(?: ${lista})?`,
  `(?:dame|deme|denme) de baja(?: ${lista})?`,
  `(?:sacame|saquenme|saqueme|quitame|quitenme|quiteme|eliminame|eliminenme|elimineme|borrame|borrenme|borreme)(?: ${lista})?`,
  `no (?:quiero|deseo|quisiera)(?: mas)? recibir(?: mas)?(?: ${any(mensajes, 'nada')})?${de}`,
  `no quiero ${mensajes}${de}`,
  `no me (?:mand|escrib|contact)(?:e|en|a|an|es)(?: mas)?(?: ${mensajes})?(?: mas)?${de}`,
  `no me (?:envie|envien|envies)(?: mas)?(?: ${mensajes})?(?: mas)?${de}`,
  `(?:deja|deje|dejen|paren|para|pare) de (?:mandar|enviar|escribir)(?:me)?(?: ${mensajes})?${de}`,
  `(?:basta de|no mas) ${mensajes}`,
  `cancelar (?:mi |la )?suscripcion`,
]

// Turkish
const mesaj = '(?:reklam |tanitim )?(?:mesaj(?:i|lar|lari)?|reklam(?:lar)?|sms)'
const turkish = [
  `(?:listeden |listenizden )?cikmak istiyorum`,
  `(?:beni |numarami )?(?:listeden|listenizden) (?:cik|cikar|cikarin|cikariniz|sil|silin|siliniz)`,
  `(?:beni|numarami) (?:cikar|cikarin|sil|silin)`,
  `(?:bana )?(?:artik |bir daha |daha fazla )?${mesaj} (?:almak |gelmesini )?istemiyorum`,
  `(?:bana )?(?:artik |bir daha |daha fazla )?${mesaj} (?:atma|atmayin|atmayiniz|gonderme|gondermeyin|gondermeyiniz|yollama|yollamayin|yazmayin)`,
  `bana (?:artik |bir daha )?(?:yazma|yazmayin)`,
]

const sentences = [...portuguese, ...english, ...spanish, ...turkish].map((one) => new RegExp(`^${any(one)}$`))

/** `folded`: without courtesy. */
export const asksForNoMore = (folded: string): boolean => sentences.some((one) => one.test(folded))
