/** The words of thanks, agreement and leave in the four languages, for `closing-words.ts`. */
import { fold } from '../../platform/text'

const list = (phrases: string): string[] =>
  phrases
    .split(/[,\n]/)
    .map((phrase) => fold(phrase))
    .filter((phrase) => phrase !== '')
/** Each phrase of the first list before each of the second. */
const pairs = (first: string, second: string): string[] =>
  list(first).flatMap((before) => list(second).map((after) => `${before} ${after}`))

/** What people give thanks for. */
const thankedFor = `
  ajuda, atenção, atendimento, informação, informações, retorno, resposta, paciência, apoio, suporte, força, rapidez,
  agilidade, compreensão, presteza, esclarecimento, esclarecimentos, explicação, orientação, orientações, auxílio,
  assistência, dica, dicas, gentileza,
  colaboração, disponibilidade, cuidado, carinho, tempo, contato, preferência, visita, serviço, aviso, moral, help,
  clareza, boa vontade, disposição, cooperação, parceria, educação, simpatia, dedicação, eficiência, confiança,
  oportunidade, consideração, qualidade, profissionalismo, prontidão, solução, trabalho, esforço`

/** Carry the meaning, alone or with others. */
const meaning = [
  // Portuguese
  ...list(`
    obrigado, obrigada, obrigados, obrigadas, obg, obgd, obgda, obgdo, obgo, obga, brigado, brigada, brigadão,
    brigadin,
    obrigadão, obrigadona, obrigadinho, obrigadinha, obrigadíssimo, obrigadíssima, valeu, valew, vlw, vlws, vlww,
    flw, falou, falows,
    agradeço, agradecemos, eu que agradeço, eu quem agradeço, te agradeço, lhe agradeço, agradecido, agradecida,
    agradecidos, fico grato, fico grata, sou grato, sou grata, grato, grata, gratidão,
    só gratidão, tmj, tamo junto, estamos juntos, não obrigado, não obrigada, n obrigado, n obrigada, não valeu,
    não precisa, não precisa mais,
    de nada, imagina, por nada, disponha, às ordens,
    ok, oks, okay, okey, okei, okk, oki, ok ok, blz, beleza, certo, certinho, tá certo, está certo, perfeito,
    perfeita, perfeitamente, ótimo, ótima, show, show de bola,
    top, topzera, joia, tudo joia, joinha, combinado, entendi, entendido, tá bom, ta bem, tá ok, tá joia, tá ótimo,
    tá certinho, está bem, está bom, está ótimo,
    tudo certo, tudo certinho, tudo ok, tudo bem, tudo resolvido, tudo esclarecido, tudo funcionando, tudo normal,
    maravilha, excelente, genial, legal, bacana, massa, feito, fechado, fechou,
    resolvido, resolvida, resolveu, resolvi, consegui, conseguimos, deu certo, deu bom, funcionou, funcionando,
    normalizou, normalizado, normalizada,
    voltou, voltou ao normal, voltou a funcionar, voltou tudo, tá funcionando, está funcionando, agora foi,
    agora deu, agora sim, agora vai,
    isso mesmo, isso aí, é isso, é isso aí, só isso, não só isso, é só isso, não é só isso, era só isso,
    não era só isso, era isso,
    por enquanto é só, não por enquanto é só, por hoje é só, por agora é só, é só, era só, nada mais, mais nada,
    não mais nada, não preciso de mais nada, não quero mais nada, não precisa de mais nada,
    não tenho mais dúvidas, não tenho mais nenhuma dúvida, sem mais dúvidas, sem mais perguntas, sem dúvidas,
    tirou minha dúvida, tirou minhas dúvidas, tirou todas as minhas dúvidas, tiraram minha dúvida,
    resolveu meu problema, resolveu o problema, problema resolvido, resolveu minha dúvida,
    ajudou, ajudou muito, ajudou bastante, ajudou demais, me ajudou, me ajudou muito, me ajudou bastante,
    me ajudou demais, já me ajudou, ajudaram muito, me ajudaram muito,
    foi de grande ajuda, foi muito útil, foi ótimo, foi um prazer, foi rápido, era o que eu precisava,
    era isso que eu precisava,
    pode encerrar, pode finalizar, pode fechar, pode encerrar o atendimento, pode finalizar o atendimento,
    pode fechar o chat,
    muito bom, muito boa, que bom, que ótimo, que maravilha, ótimo atendimento, excelente atendimento,
    parabéns pelo atendimento, parabéns, nota dez, satisfeito, satisfeita,
    aguardo, aguardando, fico no aguardo, fico aguardando, vou aguardar, no aguardo, estou no aguardo,
    estou aguardando, estarei aguardando, fico à disposição,
    amém, tchau, tchauzinho, xau, adeus, até, até mais, até mais ver, até logo, até amanhã, até breve, até a próxima,
    até segunda, fui, se cuida, se cuidem,
    abraço, abraços, abs, abçs, abração, forte abraço, grande abraço, um abraço, bjs, bj, bjo, bjos, bju, bjus,
    beijo, beijos, beijão, um beijo,
    fica com deus, fique com deus, fiquem com deus, vá com deus, vai com deus, deus abençoe, deus te abençoe,
    deus lhe abençoe, deus o abençoe, deus a abençoe, deus vos abençoe, deus abençoe vocês, deus abençoe a todos,
    deus abençoe você, que deus abençoe, que deus te abençoe, que deus abençoe vocês, que deus lhe pague,
    deus lhe pague, deus te pague, graças a deus, glória a deus, igualmente,
    bom descanso, bom trabalho, bom fim de semana, bom final de semana, ótimo fim de semana, ótimo final de semana,
    boa semana, ótima semana, bom feriado, bom restante de dia, boas festas, feliz natal, feliz ano novo,
    tenha um bom dia, tenha uma boa tarde, tenha uma boa noite, tenham um bom dia, tenham uma boa noite,
    tenha um ótimo dia, tenha uma ótima noite, tenha uma ótima tarde, tenha uma boa semana, tenha um bom trabalho,
    ótimo dia, um ótimo dia
  `),
  ...pairs(
    `internet, a internet, minha internet, a net, net, o sinal, sinal, o wifi, wifi, a conexão, conexão, aqui,
    a rede, o sistema, o aplicativo, o acesso, a linha`,
    `voltou, voltou agora, voltou aqui, voltou ao normal, voltou a funcionar, tá funcionando, está funcionando,
    normalizou, tá normal, está normal, funcionou, deu certo`,
  ),
  ...pairs('voltou', 'a internet, o sinal, a net, o wifi, a conexão, a rede'),
  ...pairs(
    'consegui, conseguimos',
    'acessar, entrar, resolver, abrir, baixar, ver, conectar, imprimir, ver aqui, entrar aqui',
  ),
  ...pairs('excelente, ótimo, ótima, bom, boa, belo', 'atendimento, serviço, suporte, trabalho, ajuda, atenção'),
  ...pairs(
    `agradeço a, agradeço o, agradeço as, agradeço os, agradeço sua, agradeço seu, agradeço a sua, agradeço o seu,
    agradeço muito a, agradeço muito o, agradeço toda a, agradecemos a, agradecemos o`,
    thankedFor,
  ),
  // Spanish
  ...list(`
    gracias, grcs, grax, grs, mil gracias, muchas gracias, muchísimas gracias, no gracias, vale, listo, perfecto,
    de acuerdo, entendido, genial, buenísimo, bárbaro, joya, dale, okis, órale,
    está bien, ta bien, todo bien, todo ok, todo listo, muy amable, muy gentil, muy amables, adiós, chao, chau,
    chaucito, bye, hasta luego, hasta mañana, hasta pronto, hasta la próxima, hasta la vista, nos vemos,
    nos vemos más tarde, nos vemos luego, nos vemos pronto, que esté bien, que estés bien, que estén bien, cuídese,
    cuídate,
    saludos, un saludo, un abrazo, abrazos, besos, te agradezco, te lo agradezco, se lo agradezco, le agradezco,
    les agradezco, agradezco, agradecido, agradecida, muy agradecido, muy agradecida, eso es todo, eso sería todo,
    nada más, no nada más, igualmente, excelente,
    bendiciones, dios le bendiga, dios te bendiga, dios los bendiga, que dios te bendiga, que dios le bendiga,
    ya funciona, ya funcionó, funcionó, ya quedó, quedó, resuelto, ya está resuelto, solucionado, ya volvió, volvió,
    ya tengo internet, volvió internet, volvió el internet, ya volvió el internet,
    me ayudó mucho, me ayudaste mucho, fue de mucha ayuda, excelente servicio, excelente atención, muy buen servicio,
    buen servicio,
    que tenga buen día, que tenga buena tarde, que tenga un buen día, que tengas buen día, que tengas un buen día,
    feliz día, feliz tarde, feliz noche, buen fin de semana, lindo día, linda tarde
  `),
  // English
  ...list(`
    thanks, thank you, thank u, thankyou, thank ya, thanx, thx, thnx, tks, tnx, ty, tysm, tyvm, cheers, no thanks,
    no thank you, many thanks, many thank, thanks a million, thanks a bunch, thanks a lot,
    much appreciated, very much appreciated, is appreciated, appreciate it, i appreciate it, i appreciate that,
    i appreciate this, i really appreciate it, i really appreciate that, much obliged, grateful, im grateful,
    i am grateful, im very grateful, i am very grateful, i am thankful, im thankful,
    i owe you one, you rock, youre the best, you are the best, youve been a big help, you have been a big help,
    youve been very helpful, you have been very helpful, very helpful, that was helpful, that helped, that helps,
    good job, great job, great service, great news, well done, i cant thank you enough, i can not thank you enough,
    great, perfect, got it, awesome, cool, wonderful, excellent, lovely, nice, nice one, all good, all set, im good,
    sounds good, alright, all right, roger, understood, noted, will do, no worries,
    bye, bye bye, goodbye, good bye, byebye, see you, see ya, see u, cya, ciao, until next time, till next time,
    take care, take it easy, farewell, talk to you later, talk to you soon, talk soon, ttyl, i have to go,
    i gotta go, gotta go, ive got to go, have a nice day, have a good day, have a great day, have a good one,
    have a nice evening, have a nice weekend, have a good weekend, have a good night, nice weekend,
    nice talking to you, was nice talking to you, it was nice talking to you, nice to talk to you,
    always nice to talk to you, a pleasure, my pleasure, god bless, god bless you, bless you,
    that is all, thats all, that will be all, thatll be all, nothing else, its working, its working now,
    it is working, working now, it worked, it works, it works now, fixed, its fixed, solved, its back,
    internet is back, we are back online, back online
  `),
  ...pairs(
    'i appreciate, i really appreciate, appreciate, i am grateful for, im grateful for, i am thankful for, im thankful for',
    'your help, the help, all your help, your assistance, the assistance, your time, your patience, your support, your answer, the answer, that answer, the information, the quick response, you, what you did',
  ),
  // Turkish
  ...list(`
    teşekkürler, teşekkür, teşekkür ederim, teşekkür ederiz, tesekkur ederim, çok teşekkürler, tşk, tşkr, tşkler,
    tşk ederim, tşk ederiz, tşkrler, saol, saolun, sağol, sağ ol, sağolun, sağ olun, eyw, eyvallah, tamam, tamamdır,
    tmm, tmmdır, peki, süper, süpersiniz, harika, harikasınız, anladım, oldu, rica ederim,
    görüşürüz, sonra görüşürüz, görüşmek üzere, yarın görüşürüz, bay, bay bay, güle güle, kendine iyi bak,
    kendinize iyi bakın, çok yardımcı oldun, çok yardımcı oldunuz, yardımcı oldunuz, elinize sağlık, eline sağlık,
    emeğinize sağlık, hoşça kal, hoşçakal, hoşça kalın, hoşçakalın, kolay gelsin, iyi çalışmalar, hayırlı işler,
    allah razı olsun, minnettarım,
    sorun çözüldü, çözüldü, düzeldi, internet geldi, geldi, çalışıyor, çalıştı, halloldu, bu kadar, hepsi bu,
    başka bir şey yok, iyi hafta sonları
  `),
]

/** Go with the meaning and have none of their own: "boa noite" alone begins a conversation. */
const company = [
  // Portuguese
  ...list(`
    muito, muita, muitíssimo, mto, mt, mtt, mt mesmo, mesmo, msm, demais, dms, por tudo, por enquanto, por agora,
    por hoje, de verdade, sinceramente, imensamente, de coração, do fundo do coração, infinitamente, desde já,
    desde ja,
    então, aí, viu, tá, ta, então tá, agora, sim, já, eu, nós, me, te, lhe, foi, fico, sou, hein, ein, né, ah, aaa,
    oh, eh, eba, uhu, uhul, ufa, aeee, ae,
    por me ajudar, por ajudar, por me atender, por responder, por avisar, por me avisar, por informar,
    por me responder, por resolver, por esclarecer, por isso, por vir, pelo que fez, pelo que fizeram,
    mano, irmão, parceiro, campeão, fera, chefe, patrão, meu amigo, minha amiga, minha querida, meu querido,
    meu caro, amigo, amiga, moça, moço, querido, querida, gente, pessoal, senhor, senhora, sr, sra, meu bem,
    meu anjo, flor, linda, lindo, anjo, um anjo, é um anjo, são demais, é demais, são ótimos, equipe, turma, meninas,
    meninos, meu povo, galera,
    mais uma vez, novamente, de novo, sempre, a você, a vocês, pra você, pra vocês, para você, para vocês, você,
    vocês, vc, vcs, pra vc, pra vcs, pra ti, para ti, tu, a todos, todos, também, tb, tbm, eu que, que isso, nossa,
    e, a, o, da, do, é, por, pelo, aqui, e por aqui, por aqui, tudo, na medida, com sucesso, muito mais, muito mesmo,
    bom dia, boa tarde, boa noite, um bom dia, uma boa tarde, uma boa noite, um bom fim de semana,
    um ótimo fim de semana, uma ótima semana, uma boa semana, um bom final de semana, ótima tarde, ótima noite,
    uma ótima tarde, uma ótima noite, excelente dia, excelente noite, um excelente dia, um bom trabalho,
    um bom descanso, tenha, tenham, bom, ótimo resto de dia, um bom resto de dia, bom resto de dia, bot, de todos,
    de vocês, com deus, jesus
  `),
  ...pairs(
    `pela, pelo, pelas, pelos, por, por toda, por todo, por toda a, por todo o, por sua, por seu, pela sua, pelo seu,
    pelas suas, pela tua, pelo teu, pela excelente, pelo excelente, pelo ótimo, pela ótima, pelo bom, pelo belo,
    pela grande, de grande, pela pronta, pelo pronto, pela rápida, pelo rápido`,
    thankedFor,
  ),
  // Without a mark they ask as often as they report: "já voltou".
  ...pairs(
    'já',
    'voltou, voltou ao normal, voltou a funcionar, resolveu, normalizou, funcionou, deu certo, tá funcionando, está funcionando',
  ),
  ...pairs(
    'internet já, a internet já, minha internet já, a net já, o sinal já, o wifi já',
    'voltou, voltou ao normal, normalizou, tá funcionando, está funcionando',
  ),
  ...list('prestada, prestado, dispensada, dispensado, rápida, rápido, de sempre, técnico e a atenção'),
  // Spanish
  ...list(`
    muchas, muchísimas, mil, miles, por todo, y, muy, mucho, ya, buenas noches, buenas tardes, buenos días, buen día,
    que tenga, que tengas, un, una, amable, a usted, a ustedes, a ti, a vos, igual, señor, señora, señorita, amigo,
    amiga, hermano, sí, bien, ahora, ahora sí, entonces, pues, usted, ustedes, también, de verdad, de corazón,
    por ayudarme, por responder, por avisar, por contestar, nuevamente, otra vez
  `),
  ...pairs(
    'por, por la, por el, por su, por tu, por toda su, por toda la, por todo su, la, el, su',
    'ayuda, atención, información, info, respuesta, servicio, apoyo, tiempo, paciencia, amabilidad, gentileza, colaboración, rapidez, comprensión, asistencia',
  ),
  // English
  ...list(`
    so much, so so much, very much, a lot, lots, a ton, many, for everything, for that, for this, for all, again,
    anyway, anyways, really, sincerely, good night, good evening, good day, good morning, and, then, you too, u too,
    yes, yeah, yep, oh, ah, soon, later, tomorrow, now, for now, mate, sir, madam, maam, man, bro, buddy, dude, guys,
    team, friend, my friend, dear, everyone, you all, all, my, it, very, too, also,
    for helping, for helping me, for helping me out, for letting me know, for answering, for answering that,
    for answering me, for talking to me, for talking, for chatting, for the chat, for getting back to me,
    for doing that, for fixing it, in advance, ai, of you, to you, i really, let me, would like to, i would like to,
    i, really nice
  `),
  ...pairs(
    'for, for the, for your, for all the, for all your, for such a, the, your',
    'help, assistance, answer, answers, information, info, support, time, patience, response, quick response, quick reply, reply, service, assist, update, heads up, effort, kindness, attention, great service, good service, great help',
  ),
  // Turkish
  ...list(`
    çok, her şey için, yardımınız için, yardımın için, ilginiz için, desteğiniz için, bilgi için, bilgilendirme için,
    cevabınız için, emeğiniz için, iyi günler, iyi akşamlar, iyi geceler, iyi haftalar, ve, size, size de, sana,
    sizlere, iyi, şimdi, evet, hocam, abi, abla, kardeşim, efendim, canım, tekrar, tekrardan, o zaman, ederim,
    ederiz, günler, herkese, hepinize
  `),
]

export const closingCore: ReadonlySet<string> = new Set(meaning)
export const closingCompany: ReadonlySet<string> = new Set(company)
