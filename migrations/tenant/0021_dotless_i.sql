-- Names are searched without the difference between ı and i: "YILMAZ" is "Yılmaz" in capitals.
UPDATE contacts SET name_folded = replace(name_folded, 'ı', 'i') WHERE instr(name_folded, 'ı') > 0;
