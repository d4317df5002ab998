-- Names are compared and searched whatever signs of Devanagari were typed (`fold_devanagari`): without the nukta, which is a
-- character of its own, part of a letter's, or left out; with one sign for chandrabindu and anusvara; and without the joiners
-- U+200C and U+200D, which the last two of each list are. What is folded already stays as it is.

update users
set name_folded = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name_folded
    , '़', ''), 'ँ', 'ं'), 'ऩ', 'न'), 'ऱ', 'र'), 'ऴ', 'ळ')
    , 'क़', 'क'), 'ख़', 'ख'), 'ग़', 'ग'), 'ज़', 'ज'), 'ड़', 'ड')
    , 'ढ़', 'ढ'), 'फ़', 'फ'), 'य़', 'य'), '‌', ''), '‍', '')
where name_folded <> replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name_folded
    , '़', ''), 'ँ', 'ं'), 'ऩ', 'न'), 'ऱ', 'र'), 'ऴ', 'ळ')
    , 'क़', 'क'), 'ख़', 'ख'), 'ग़', 'ग'), 'ज़', 'ज'), 'ड़', 'ड')
    , 'ढ़', 'ढ'), 'फ़', 'फ'), 'य़', 'य'), '‌', ''), '‍', '');

update profiles
set name_folded = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name_folded
    , '़', ''), 'ँ', 'ं'), 'ऩ', 'न'), 'ऱ', 'र'), 'ऴ', 'ळ')
    , 'क़', 'क'), 'ख़', 'ख'), 'ग़', 'ग'), 'ज़', 'ज'), 'ड़', 'ड')
    , 'ढ़', 'ढ'), 'फ़', 'फ'), 'य़', 'य'), '‌', ''), '‍', '')
where name_folded <> replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name_folded
    , '़', ''), 'ँ', 'ं'), 'ऩ', 'न'), 'ऱ', 'र'), 'ऴ', 'ळ')
    , 'क़', 'क'), 'ख़', 'ख'), 'ग़', 'ग'), 'ज़', 'ज'), 'ड़', 'ड')
    , 'ढ़', 'ढ'), 'फ़', 'फ'), 'य़', 'य'), '‌', ''), '‍', '');

update directory_texts
set name_folded = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name_folded
    , '़', ''), 'ँ', 'ं'), 'ऩ', 'न'), 'ऱ', 'र'), 'ऴ', 'ळ')
    , 'क़', 'क'), 'ख़', 'ख'), 'ग़', 'ग'), 'ज़', 'ज'), 'ड़', 'ड')
    , 'ढ़', 'ढ'), 'फ़', 'फ'), 'य़', 'य'), '‌', ''), '‍', ''),
    search_text = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(search_text
    , '़', ''), 'ँ', 'ं'), 'ऩ', 'न'), 'ऱ', 'र'), 'ऴ', 'ळ')
    , 'क़', 'क'), 'ख़', 'ख'), 'ग़', 'ग'), 'ज़', 'ज'), 'ड़', 'ड')
    , 'ढ़', 'ढ'), 'फ़', 'फ'), 'य़', 'य'), '‌', ''), '‍', '')
where search_text <> replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(search_text
    , '़', ''), 'ँ', 'ं'), 'ऩ', 'न'), 'ऱ', 'र'), 'ऴ', 'ळ')
    , 'क़', 'क'), 'ख़', 'ख'), 'ग़', 'ग'), 'ज़', 'ज'), 'ड़', 'ड')
    , 'ढ़', 'ढ'), 'फ़', 'फ'), 'य़', 'य'), '‌', ''), '‍', '');

update tags
set name_folded = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name_folded
    , '़', ''), 'ँ', 'ं'), 'ऩ', 'न'), 'ऱ', 'र'), 'ऴ', 'ळ')
    , 'क़', 'क'), 'ख़', 'ख'), 'ग़', 'ग'), 'ज़', 'ज'), 'ड़', 'ड')
    , 'ढ़', 'ढ'), 'फ़', 'फ'), 'य़', 'य'), '‌', ''), '‍', '')
where name_folded <> replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name_folded
    , '़', ''), 'ँ', 'ं'), 'ऩ', 'न'), 'ऱ', 'र'), 'ऴ', 'ळ')
    , 'क़', 'क'), 'ख़', 'ख'), 'ग़', 'ग'), 'ज़', 'ज'), 'ड़', 'ड')
    , 'ढ़', 'ढ'), 'फ़', 'फ'), 'य़', 'य'), '‌', ''), '‍', '');

update leads
set search_text = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(search_text
    , '़', ''), 'ँ', 'ं'), 'ऩ', 'न'), 'ऱ', 'र'), 'ऴ', 'ळ')
    , 'क़', 'क'), 'ख़', 'ख'), 'ग़', 'ग'), 'ज़', 'ज'), 'ड़', 'ड')
    , 'ढ़', 'ढ'), 'फ़', 'फ'), 'य़', 'य'), '‌', ''), '‍', '')
where search_text <> replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(search_text
    , '़', ''), 'ँ', 'ं'), 'ऩ', 'न'), 'ऱ', 'र'), 'ऴ', 'ळ')
    , 'क़', 'क'), 'ख़', 'ख'), 'ग़', 'ग'), 'ज़', 'ज'), 'ड़', 'ड')
    , 'ढ़', 'ढ'), 'फ़', 'फ'), 'य़', 'य'), '‌', ''), '‍', '');

update invoices
set search_text = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(search_text
    , '़', ''), 'ँ', 'ं'), 'ऩ', 'न'), 'ऱ', 'र'), 'ऴ', 'ळ')
    , 'क़', 'क'), 'ख़', 'ख'), 'ग़', 'ग'), 'ज़', 'ज'), 'ड़', 'ड')
    , 'ढ़', 'ढ'), 'फ़', 'फ'), 'य़', 'य'), '‌', ''), '‍', '')
where search_text <> replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(search_text
    , '़', ''), 'ँ', 'ं'), 'ऩ', 'न'), 'ऱ', 'र'), 'ऴ', 'ळ')
    , 'क़', 'क'), 'ख़', 'ख'), 'ग़', 'ग'), 'ज़', 'ज'), 'ड़', 'ड')
    , 'ढ़', 'ढ'), 'फ़', 'फ'), 'य़', 'य'), '‌', ''), '‍', '');
