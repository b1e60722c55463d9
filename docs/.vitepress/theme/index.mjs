// The default theme with room for the tables of the reference.
import DefaultTheme from "vitepress/theme";
import "./wide.css";

export default DefaultTheme;
