// Functions that find elements as a person does. Prepended to the scripts of elements.rs and keys.rs.

const tidy = (text) => (text ?? "").replace(/\s+/g, " ").trim();

const isShown = (element) => element.checkVisibility({ visibilityProperty: true });

// What people, and programs that read aloud, call it. Styles may show it in capitals.
const labelOf = (element) => {
  const spoken = element.getAttribute("aria-label");
  if (spoken !== null) return tidy(spoken);
  if (element.localName === "input" && ["submit", "button"].includes(element.type)) return tidy(element.value);
  return tidy(element.innerText);
};

const says = (element, text) => labelOf(element).toLowerCase() === tidy(text).toLowerCase();

// The first with exactly this text, else the only one that contains it.
const byText = (selector, text) => {
  const shown = [...document.querySelectorAll(selector)].filter(isShown);
  const exact = shown.find((element) => says(element, text));
  if (exact) return exact;
  const containing = shown.filter((element) => labelOf(element).toLowerCase().includes(tidy(text).toLowerCase()));
  const isOne = containing.length === 1 || new Set(containing.map((element) => element.href ?? element)).size === 1;
  return isOne ? containing[0] : null;
};

// Fields of a name that can be filled in; those of an open dialog come first.
const byName = (name) => {
  const usable = [...document.getElementsByName(name)].filter((field) => !field.disabled && field.type !== "hidden");
  const inDialog = usable.filter((field) => field.closest("dialog[open]"));
  return inDialog.length > 0 ? inDialog : usable;
};

const labelOfBox = (box) => tidy(box.getAttribute("aria-label") ?? [...box.labels].map((label) => label.innerText).join(" "));

// The place to click for a box: itself, or its label where the box is drawn by styles.
const placeOf = (box) => {
  const size = box.getBoundingClientRect();
  const isDrawn = isShown(box) && size.width >= 8 && size.height >= 8 && getComputedStyle(box).opacity !== "0";
  return isDrawn ? box : (box.labels[0] ?? box);
};

// A list's option, or the place to click for a radio button or box, by value or by text.
const choice = (name, wanted) => {
  for (const field of byName(name)) {
    if (field.localName === "select") {
      const options = [...field.options].filter((option) => !option.disabled);
      const text = tidy(wanted);
      const found = options.find((option) => option.value === wanted) ?? options.find((option) => tidy(option.text) === text);
      if (found) return found;
    } else if (["radio", "checkbox"].includes(field.type) && (field.value === wanted || labelOfBox(field) === tidy(wanted))) {
      return field;
    }
  }
  return null;
};
