-- A name is found whatever its spaces: runs of them are one in the text that the directory searches.
update directory_texts
set search_text = replace(replace(replace(search_text, '  ', ' '), '  ', ' '), '  ', ' ')
where search_text like '%  %';
