/**
 * Short sentences that ask for no more messages: "quero sair", "me tira da lista", "stop sending me messages". A whole clause
 * has to be one of them, so that "quero sair do plano" and "me tira da lista de espera" are none. Text is folded, without
 * punctuation. Pure.
 */

/** Around the sentence, they change nothing. */
const courtesy =
  /^(?:(?:oi|ola|opa|eu|mas|porem|so que|sim|ok|gente|pessoal|olha|entao|desculpa|desculpe|bom dia|boa (?:tarde|noite)|por (?:favor|gentileza)|favor|gentileza|pfv?|amig[oa]|mo[cs][oa]|ja (?:pedi|falei|disse)(?: que)?|pelo amor de deus|hi|hello|hey|please|pls|sorry|hola|yo|ya|oigan|oye|oigan?|por eso|buen(?:os|as) (?:dias|tardes|noches)|porfa(?:vor)?|merhaba|lutfen|artik|ben) )+|(?: (?:por (?:favor|gentileza)|pfv?|ok|agora|ja|urgente|imediatamente|pelo amor de deus|obrigad[oa]|obg|grat[oa]|valeu|please|pls|now|thanks|thank you|porfa(?:vor)?|ya|gracias|lutfen|artik|tesekkur(?:ler| ederim)))+$/g

/** "N quero mais receber" says "não", as "ñ" does, which folds to the same. */
export const withoutCourtesy = (folded: string): string =>
  folded.replace(courtesy, '').replace(/^n (?=quero|queria|desejo|me|mand|envi|autorizo)/, 'nao ')

/** Alternatives. */
const any = (...words: readonly string[]) => `(?:${words.join('|')})`

// Portuguese
const list = `(?:da|desta|dessa|das|dessas|de sua|da sua) (?:listas?|campanhas?|divulgacao|transmissao)(?: de (?:transmissao|contatos?|envios?|mensagens|divulgacao|promocoes|whatsapp|zap))?(?: de (?:voces|vcs))?`
/** Also "grupo": a broadcast list looks like one. */
const group = 'd[ae]s[st][ae] (?:grupo|lista|conversa)'
const messages = `(?:mais |nenhuma? |as |essas? |esses? |estas? |suas |tantas? |tipo de |de )*(?:mensagens|mensagem|msgs?|promocoes|promocao|propagandas?|ofertas?|anuncios?|publicidade|divulgacao|divulgacoes|spams?)(?: (?:promociona(?:l|is)|automaticas?|assim|suas|no (?:meu )?(?:whatsapp|zap)|de (?:propaganda|promocao|marketing|voces|vcs)))?`
const from = `(?: (?:de (?:voces|vcs)|d[ae]sse numero|deste numero|n[ae]s[st]e (?:numero|contato|zap|whatsapp)|por aqui|aqui|no (?:meu )?(?:whatsapp|whats|zap|celular|numero)|pra mim|para mim))?`
const anything = any(messages, 'nada(?: disso)?', 'isso', 'isto')
const wish = '(?:quero|queria|gostaria de|desejo)'
const ask =
  '(?:(?:(?:so )?(?:quero|queria|peco|gostaria) que(?: (?:voces?|vcs?))?|podem?|poderiam?|solicito|(?:voces?|vcs?) (?:podem?|poderiam?)) )?'
const remove = 'remov(?:e|a|am|er)'
const unsubscribe = '(?:descadastr|desinscrev)(?:a|am|e|em|ar|er)'
const take = 'tir(?:a|e|em|ar)|retir(?:a|e|em|ar)|exclu(?:a|i|am|ir)'
const disturb =
  'incomodar|perturbar|importunar|chamar|procurar|contatar|escrever|encher(?: o saco)?|ligar|me ligar|mandar|enviar|encaminhar'
const send = 'mand(?:e|em|ar)|envi(?:e|em|ar)|encaminh(?:e|em|ar)|perturbem?|incomodem?'
const portuguese = [
  `(?:${wish} )?(?:sair|(?:me )?(?:descadastrar|desinscrever)|ser (?:descadastrad|removid|retirad|excluid)[oa])(?: ${list})?`,
  `(?:vou|posso|preciso|como|como faco (?:para|pra)) (?:sair|(?:me )?descadastrar) ${list}`,
  `${ask}me ${any(remove, unsubscribe)}(?: ${any(list, 'daqui')})?`,
  `${ask}me ${any(take)} ${any(list, 'daqui')}`,
  `${any(remove, unsubscribe, take)} me(?: ${list})?`,
  `${ask}${any(remove, take, 'apag(?:a|ue|uem|ar)')} (?:o )?(?:meu|este|esse) (?:numero|contato|telefone|zap|whatsapp)(?: ${any(list, 'daqui')})?`,
  `${ask}${any(remove, take)} (?:o )?meu nome ${list}`,
  `nao (?:quero|queria|desejo|gostaria de)(?: mais)? receber(?: mais)?(?: ${any(messages, 'nada(?: disso)?')})?${from}`,
  `nao (?:quero|desejo) ${any('mais receber', 'receber mais')} ${any('isso', 'isto')}${from}`,
  `nao quero(?: mais)? ${messages}${from}`,
  `${any(wish, 'prefiro')} nao receber(?: mais)?(?: ${any(messages, 'nada(?: disso)?')})?${from}`,
  `nao (?:me )?${any(send)}(?: me)? mais(?: ${anything})?${from}`,
  `nao me ${any('manda', 'envia')} mais(?: ${anything})?${from}`,
  `nao (?:me )?${any(send, 'manda', 'envia')} (?:mais )?${messages}${from}`,
  `${ask}(?:para|pare|parem|parar) de (?:me )?(?:mandar|enviar|encaminhar|perturbar|incomodar)(?: me)?(?: ${anything})?${from}`,
  `${ask}(?:para|pare|parem|parar) de me ${any(disturb)}${from}`,
  `nao (?:me )?(?:incomode|incomodem|perturbe|perturbem)(?: mais)?${from}`,
  // With "me": a router "não liga mais".
  `nao me (?:cham|procur|incomod|perturb|contat|escrev|lig)(?:a|e|em|am|ue|uem)(?: me)? mais${from}`,
  `nao entr(?:e|em)(?: mais)? em contato(?: comigo| mais)*${from}`,
  `nao quero (?:mais )?(?:ser (?:mais )?(?:contatad|incomodad|procurad)[oa]|contato)(?: mais)?${from}`,
  `${ask}me ${any(remove, take)} ${group}`,
  `(?:${wish} )?(?:sair|ser (?:removid|retirad|excluid)[oa]) ${group}`,
  `(?:${wish} )?(?:bloque(?:ar|ia|ie)|cancel(?:ar|a|e|em)|desativ(?:ar|a|e|em)|parar)(?: o (?:envio|recebimento) (?:de|das|dessas))?(?: as| essas)? (?:mensagens|msgs|propagandas?|spams?)${from}`,
  `(?:${wish} )?(?:o |meu )?(?:descadastro|descadastramento)`,
  `nao (?:aceito|autorizo|permito)(?: mais)?(?: receber)? ${messages}${from}`,
  `(?:me )?(?:deix[ae]m?|larg(?:a|ue|uem)) (?:me )?em paz`,
  `(?:para|pare|parem|chega|basta) com ${messages}`,
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
  `(?:please )?stop (?:contacting|bothering|emailing|calling|writing to|reaching out to|harassing) me`,
  `(?:please )?stop (?:reaching out|spamming)`,
  `never (?:text|message|contact|call) me(?: again)?`,
  `(?:do not|don t|dont) (?:contact|disturb|message|text)`,
  `leave me alone`,
  `(?:lose|delete|remove) my number`,
  `(?:i )?(?:no longer|do not|don t|dont) (?:want|wish) to (?:receive|get)(?: any)? ${texts}`,
]

// Spanish
const lista = 'de (?:la|esta|esa|su|tu) lista(?: de (?:difusion|contactos|envios?))?'
const mensajes =
  '(?:mas |ningun |ninguna |los |las |estos |estas |esos |sus )*(?:mensajes?|msjs?|promociones|promocion|publicidad|propagandas?|ofertas|anuncios|spam)'
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
  `no me (?:(?:mand|contact|molest|llam)(?:e|en|es)|escrib(?:a|an|as)|(?:mand|escrib|llam)(?:a|an|as|e|en|es)(?= (?:nunca )?mas))(?: (?:nunca )?mas)?(?: ${mensajes})?(?: mas)?${de}`,
  `no me (?:envie|envien|envies)(?: mas)?(?: ${mensajes})?(?: mas)?${de}`,
  `(?:(?:me )?(?:puede[ns]?|podria[ns]?) dejar|deja|deje|dejen|paren|para|pare|basta) de (?:mandar|enviar|escribir|molestar|contactar|llamar)(?:me)?(?: ${mensajes})?${de}`,
  `(?:dejame|dejeme|dejenme) en paz`,
  `(?:borren|borra|borre|eliminen|elimina|elimine|quiten|quita|quite|saquen) mi (?:numero|contacto|telefono)(?: ${lista})?`,
  `(?:basta de|no mas) ${mensajes}`,
  `cancelar (?:mi |la )?suscripcion`,
  `(?:por favor )?(?:no molest(?:ar|en|e|es)|(?:dejen|deja|deje|paren) de (?:molestar(?:me)?|contactarme|llamarme|enviarme|mandarme|escribirme))(?: mas)?`,
  `no quiero que me (?:escriban|manden|contacten|llamen|molesten|envien)(?: mas)?(?: ${mensajes})?`,
  `(?:me doy de baja|solicito la baja|quiero la baja|baja ${lista}|dar de baja ${lista})`,
  `(?:eliminarme|borrarme|sacarme|quitarme)(?: ${lista})?`,
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
  `abonelikten (?:cik|cikar|cikarin|cikmak istiyorum)`,
  `(?:artik )?(?:kampanya|kampanyalari|bildirim) istemiyorum`,
  `(?:mesajlari|iletisimi) (?:durdur|durdurun|kes|kesin)`,
  `(?:beni )?(?:bir daha |artik )?rahatsiz etme(?:yin|yiniz)?`,
]

const sentences = new RegExp(`^${any(...portuguese, ...english, ...spanish, ...turkish)}$`)

/** `folded`: without courtesy. */
export const asksForNoMore = (folded: string): boolean => sentences.test(folded)

/** They refuse, and mean messages only in answer to one that was sent automatically. */
const refusals = any(
  `nao quero mais(?: (?:isso|nada|saber))?`,
  `(?:me )?bloque(?:ar|ia|ie|iem)(?: (?:me|esse numero|este numero|meu numero))?`,
  `(?:vou |quero )(?:te |lhe |vos )?(?:bloquear|denunciar)(?: ${any('voces', 'vcs', 'esse numero', 'este numero', 'como spam')})*`,
  `chega`,
  `me esquec(?:a|e|am)`,
  `(?:quero )?(?:sair do grupo|ser excluid[oa])`,
  `me (?:tir|retir)(?:a|e|em|ar) do grupo`,
  `me ${any(take, remove)} (?:do (?:cadastro|sistema|banco de dados))(?: de (?:voces|vcs))?`,
  `(?:para|pare|parem|chega|basta) com (?:isso|isto)`,
  `me ${any(take)}`,
  `(?:me )?${any('remover', 'excluir')}(?: me)?`,
  `quit|end|revoke|remove`,
  `no (?:quiero|deseo) mas`,
  `artik istemiyorum`,
)
const onlyRefusal = new RegExp(`^${refusals}$`)

/** `folded`: without courtesy. */
export const mayAskForNoMore = (folded: string): boolean => onlyRefusal.test(folded)

/** Why, or with what mood. They ask for nothing, and stand beside what does. */
const asides = any(
  // Portuguese
  `nao (?:tenho|possuo)(?: mais)?(?: o menor| nenhum)? interesse(?: (?:nenhum|mais|algum|nisso|no produto|em nada))*`,
  `sem interesse|nao (?:estou|to)(?: mais)? interessad[oa]|nao me interessa(?: mais)?|nao preciso(?: mais)?(?: disso)?`,
  `(?:eu )?nao (?:conheco|sou(?: mais)?(?: cliente)?)(?: ${any('de voces', 'de vcs', 'voces', 'vcs', 'essa empresa', 'esse numero')})?`,
  `(?:eu )?ja (?:tenho|fechei|comprei|contratei)(?: com)?(?: (?:internet|outra|outro|operadora|empresa|provedor|plano|lugar))*`,
  `(?:eu )?nunca (?:pedi|autorizei|solicitei|assinei|me cadastrei|fui cliente)(?: (?:isso|nada|disso|essas mensagens|essa mensagem|com voces))?`,
  `(?:eu )?ja (?:pedi|falei|disse|avisei|solicitei)(?: (?:isso|varias vezes|mil vezes|antes|pra parar|para parar|que nao quero))*`,
  `(?:isso )?(?:esta|ta|estao|tao) (?:me )?(?:atrapalhando|incomodando|perturbando|enchendo(?: o saco)?)|(?:isso )?(?:me )?(?:incomoda|atrapalha)|obrigad[oa] pelo contato`,
  `que (?:saco|chato|chatice|inferno|insistencia)|basta|chega|(?:isso|isto) e spam|spam`,
  `(?:se nao|senao) (?:vou )?(?:bloque|denunci)(?:ar|o|io)(?: (?:voces|esse numero))?|vou (?:te )?(?:bloquear|denunciar)(?: voces| esse numero)?`,
  `(?:voce esta com o )?numero errado|e engano|foi engano`,
  // English
  `not interested|i m not interested|im not interested|wrong number|this is spam|i never (?:signed up|subscribed|asked for this)`,
  // Spanish
  `no me interesa|no estoy interesad[oa]|numero equivocado|ya basta|es spam`,
  // Turkish
  `ilgilenmiyorum|yanlis numara`,
)
/** Alone only: "não quero sair" asks to stay. */
const refusing = 'nao(?: quero)?(?: mais)?(?: nada)?|no(?: thanks| thank you| gracias)?|no quiero(?: nada)?|hayir|n'
const onlyAside = new RegExp(`^${any(asides, refusing)}$`)
const asideBefore = new RegExp(`^${asides} (?:e |entao |please |por favor )?(?=\\S)`)

export const isAside = (folded: string): boolean => onlyAside.test(folded)
export const withoutAside = (folded: string): string => folded.replace(asideBefore, '')
